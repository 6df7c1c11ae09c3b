"""Digests of rulebook files as they were before a wording or a reading changed, with all rows and rules as they are.

A journal names the file that its table opened under. Those named here are followed under the file of today: what has
changed in the way of settling is said in the journal's own opening.
"""

EARLIER: dict[str, tuple[str, ...]] = {
    "hard-rock-cincinnati/crapless-craps@2020-04-28": (
        "fdd69f48b4f1c2787a9a9a1281e02271b03f6de43ca6ab32c3d725c4d28f1205",
    ),
    "hard-rock-cincinnati/craps@2020-04-28": ("2883dd9261c20436016476b7597417079d765d473a7def6e11360e8d1b8699e2",),
    "hard-rock-cincinnati/crazy-four-poker@2019-12-05": (
        "2c46b7c0e0c45ac79ae90dd1b68ce824bd0f9e1c56ecf8be1fe21838f8ee1d10",
    ),
    "hard-rock-cincinnati/criss-cross-poker@2019-12-05": (
        "035885adc164a94638715e02570a35b650cd75f723b3970de54e3404597bb47e",
        "d7bcaf044e68eaee531496d6e3dcf5fb2e5b84c3f1c2c66e72d7e393c5d3c4d1",
    ),
    "hard-rock-cincinnati/dj-wild-stud-poker@2019-12-05": (
        "f5cdde65801bfff1f70f75db8301c7846090d8181f309b23c12bb3c79f92b7d4",
    ),
    "hard-rock-cincinnati/dragon-bonus-baccarat-commission-free@2019-12-05": (
        "4413f98c6759ce96be4e0631a4792883abacb0c997b7d49f19abe9c912638c08",
    ),
    "hard-rock-cincinnati/four-card-poker@2019-12-05": (
        "dd4474e7cd071f8ef7e235f970fdc09009a89ff92c80968179fd749653dad381",
    ),
    "hard-rock-cincinnati/high-card-flush@2019-12-05": (
        "c7cb16406155b2ac7782af5ee5413ae7467c601a2ce9141210873b4c9b87353c",
    ),
    "hard-rock-cincinnati/i-luv-suits-poker@2019-12-05": (
        "f402a9c2363b9aad4fdbd33d44200e6def8e48e3726832f3b2bbf251bc077c74",
    ),
    "hard-rock-cincinnati/let-it-ride@2019-12-05": (
        "a266b89a5fe8201e9a43f0c010c85d401eb93a393863dc96443a84f9c75663a6",
    ),
    "hard-rock-cincinnati/mini-midi-baccarat@2019-12-05": (
        "ad7a872e557bb8e58bf6280600149b9eec1c83c60837933f1ef9344b3128d461",
        "91f8b2e4f176d3c99d37c31965ff2f2950dcfc00a14911aeff659d325934ce8d",
    ),
    "hard-rock-cincinnati/mississippi-stud@2019-12-05": (
        "a687454500e808bb055d925d6bf74964860f1ff84d3eb84f62bc35f7c666af5e",
    ),
    "hard-rock-cincinnati/pai-gow-poker@2019-12-05": (
        "6e2c11c118e4a9fb52bb56fbb6f014443a09132502bd67a140c63cfb24aae69f",
    ),
    "hard-rock-cincinnati/progressives@2019-12-05": (
        "e79bbb468d75f31a25f502b85bf1111c458ade102979174e0f0b7b5592e41265",
    ),
    "hard-rock-cincinnati/rock-bac-w-super-6-commission-free@2020-08-12": (
        "b0e9274a2d3e472b96d0821428d7076c1edee3424beb0a9f79c6370fe72cb62c",
    ),
    "hard-rock-cincinnati/texas-holdem-bonus@2019-12-05": (
        "9846c6e4ee9753835b88a443abd9e069609d1c5320164ccbe3315f739dd92834",
    ),
    "hard-rock-cincinnati/three-card-poker@2019-12-05": (
        "80ff2304af681c8cd49c18ff8f581399c763db295f5224e5d71cc510d3160007",
        "98ff133a30baf6d5f5ca10b60b9808106e9e7a2cf2dbe4fd98556966bd94701d",
    ),
    "hard-rock-cincinnati/ultimate-texas-holdem@2019-12-05": (
        "3a1750a0259a4aaf4d865d3a9ba5bdeaf075dc8ac4fe8772545c7597dc57ae53",
    ),
    "horseshoe-cleveland/dj-wild-stud-poker@2012-05-14": (
        "4320c7604fdc17e62baaacc689b3bd12031fec5211395f1fc10fc0aa173712cc",
        "b5d4d97fb7e5e4ded1b8f3bdf3c0cf4c1790e6ecb63dc3f009f77cb506a5d075",
    ),
    "horseshoe-cleveland/four-card-poker@2014-07-16": (
        "c4e990772b6bf46192925ed4e16ca08800f207ad4dc3e50bfd66130bd5f06300",
    ),
    "horseshoe-cleveland/let-it-ride@2014-07-16": ("56e66f0cfaf93d59e9a263c882339051ce57cb7291fbd541b2d03aa6b59f22d5",),
    "horseshoe-cleveland/mini-midi-baccarat@2012-05-14": (
        "426d179b7fcaa1942cd64092da344a5f407dd0b25bac96c71b251b3d43a2b8f0",
    ),
    "horseshoe-cleveland/mississippi-stud@2014-07-16": (
        "30096d8159010a661336380bfe71cd783e42bc7026dab84072f5c63bed15c305",
    ),
    "horseshoe-cleveland/pai-gow-poker@2012-05-14": (
        "cfb2f19a3daef4e0c60bc62d0495664e31f3794a4aa5659aa388ebbe671f0143",
    ),
    "horseshoe-cleveland/texas-holdem-bonus@2012-05-14": (
        "693b149a90ac342a713ad745ff45fe3376112d74a523e7a758939e80f9e7c185",
    ),
    "horseshoe-cleveland/three-card-poker@2014-07-16": (
        "a326c8e42b439d446b0f90b6e2de96877f41f76b93485c43160b403f4613b7f0",
        "e102188f8a113ce5e31ccb20b33357487891568f23829bba14f47be44700e1f7",
    ),
    "horseshoe-cleveland/ultimate-texas-holdem@2014-05-22": (
        "cdcf9d17c22ebe5b6609fd27895429643fdf59310bdb19f5c2254e2b5e5b96b3",
    ),
    "jack-cleveland/dj-wild-stud-poker@2016-06-15": (
        "d1beabd7669c5d70a6d3643c2b952e289a7d1b894d96091c2b267566d6ed7fa4",
        "a2131b463d311bd7e0604a41829e2ea5f3b5746f7c655df556cda0002f286ef0",
    ),
    "jack-cleveland/four-card-poker@2016-04-20": ("1e5605cb0c9c00019ec8f7ea854f20757aa84f530b4a02ba2556d426c1122ff8",),
    "jack-cleveland/let-it-ride@2016-04-20": ("6ea37d6540a7540d80eb1b739698bd18b9a832e475b44625dac5f772b4a19450",),
    "jack-cleveland/mini-midi-baccarat@2016-04-20": (
        "3ec8a075a492c75c14f7926a07ab0988c58e855a3b2b4029668f99b618e4b236",
    ),
    "jack-cleveland/mississippi-stud@2016-04-20": ("3b6523655a30bafe698f7f837efe72a4db6e3abfe1c9584eda144c206a7d737e",),
    "jack-cleveland/pai-gow-poker@2016-04-20": ("0c22645674727e4c8d3f9a7d219508ed4136d5340d42dac69a033eb5e5d01e56",),
    "jack-cleveland/texas-holdem-bonus@2016-04-20": (
        "f9098b7a64736a70f5af36d7414a529dae23b8a5407877e51690a28fbfaab756",
    ),
    "jack-cleveland/three-card-poker@2016-04-20": (
        "1dec4dde2c633d23eb3b043e306978922c7bf3c4f6130352a0c800029a10e0e2",
        "508c6e4c690c193c612281ef509f56ca56521f3a23bdb10522c9f15b95c84c55",
    ),
    "jack-cleveland/ultimate-texas-holdem@2016-04-20": (
        "d88c831ec4ed875722232485d74817a39e1b392af7916fb74a1b27064dced8e1",
    ),
    "oneida/craps@2024-09-11": (
        "a9442bfa57ce28dbfd10477536c507786fd1db681c726007f419fe457a6b9304",
        "ae23e9b86dea5aa010614320d98808de60b8de235a144ca5f0db7244b54175a8",
    ),
    "oneida/four-card-poker@2023-02-24": ("d7bb642b7d0511cb9e3f4d3a0c5b9c04ba003e85f0317dd9fecb2ef6efba89ef",),
    "oneida/four-card-poker@2024-09-11": ("08be286874e3808f1bab37483b594641333f72e26959e96676005f7af9bc4f5f",),
    "oneida/mississippi-stud@2020-01-14": ("a28e5145dfb57a80fd55ebc6314969d770a9a59cae756f4524afaac311a18942",),
    "oneida/mississippi-stud@2024-09-11": ("57f3eb65fcf348e9493ab5fdab6e7d0e3e9e52e3cb0a3fb9086355fab1413806",),
    "oneida/three-card-poker@2022-06-14": ("07c5136f11828ca6af515f1054bee83f05bbd53611007d893f841e64406cfd65",),
    "oneida/three-card-poker@2024-09-11": ("c655e9fc63af3777b02ccac76d1ec8907d06750a140c3c1ccd8cdf59bc03cb12",),
}
