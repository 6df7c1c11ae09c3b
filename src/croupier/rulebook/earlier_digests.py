"""Digests of rulebook files as they were before a wording or a reading changed, with all rows and rules as they are.

A journal names the file that its table opened under. Those named here are followed under the file of today: what has
changed in the way of settling is said in the journal's own opening.
"""

EARLIER: dict[str, tuple[str, ...]] = {
    "hard-rock-cincinnati/big-six@2019-12-05": ("41be2feac3223b8178f422dd70d6ff40f9e90e1ee2fc718f203b04b00789edf0",),
    "hard-rock-cincinnati/blackjack@2020-09-08": (
        "5786edc399af7988f00c1265af4df2a991f5c2c88201b34abcd743bb6b84aaf2",
        "7bedc6ac4f8021cabb5f0326477c73d3c4dbac11cf10f62c4edcebd122feab5b",
        "7ca25af414d2f42b643677883e40aad421b3684d04814e30079538cb45b98e15",
    ),
    "hard-rock-cincinnati/crapless-craps@2020-04-28": (
        "fdd69f48b4f1c2787a9a9a1281e02271b03f6de43ca6ab32c3d725c4d28f1205",
        "02f0db4414b377c859f299612e8a9883244385e95815ee495994367c35fdf624",
    ),
    "hard-rock-cincinnati/craps@2020-04-28": (
        "2883dd9261c20436016476b7597417079d765d473a7def6e11360e8d1b8699e2",
        "5315f7db95d8e18417418f4541ab1ed512c8c8d48e2003c0569854829f64f6a4",
    ),
    "hard-rock-cincinnati/crazy-four-poker@2019-12-05": (
        "2c46b7c0e0c45ac79ae90dd1b68ce824bd0f9e1c56ecf8be1fe21838f8ee1d10",
        "a4ea41e3d50d8bff3438e293832261674704eaa7ce4fd976a5f50532e391bec9",
        "b7e4fea8d4f1e49b3dad795f2fcdd6c27237318a5a0e30bf29a81cb170351a0f",
    ),
    "hard-rock-cincinnati/criss-cross-poker@2019-12-05": (
        "035885adc164a94638715e02570a35b650cd75f723b3970de54e3404597bb47e",
        "d7bcaf044e68eaee531496d6e3dcf5fb2e5b84c3f1c2c66e72d7e393c5d3c4d1",
        "94f06d5b6f6d551c55dc61d0e90a111af351706863c0957536193aafdc5d1312",
    ),
    "hard-rock-cincinnati/dj-wild-stud-poker@2019-12-05": (
        "f5cdde65801bfff1f70f75db8301c7846090d8181f309b23c12bb3c79f92b7d4",
        "901998a24edffe2a61551dc0ee2e481d4912514385c91bdedfdacd63d81fd9b9",
        "4262c1c2feee51758c1d0af73e6d4fe26b3838a8c4f59c747353d1e926a97aa0",
    ),
    "hard-rock-cincinnati/dragon-bonus-baccarat-commission-free@2019-12-05": (
        "4413f98c6759ce96be4e0631a4792883abacb0c997b7d49f19abe9c912638c08",
        "cc9f30f2251843088a0c4374dfd81176dec1de7454c0c41a934af870a010a523",
    ),
    "hard-rock-cincinnati/four-card-poker@2019-12-05": (
        "dd4474e7cd071f8ef7e235f970fdc09009a89ff92c80968179fd749653dad381",
        "4b368881e8e498a4a3b72b44a2ab53e8dc7084cb8423651c66a5a28d62ea725c",
    ),
    "hard-rock-cincinnati/free-bet-blackjack@2019-12-05": (
        "72f9ce8739359347577536f9fd23fc8f8e9ed9a80e2c68429355d6c85fa829d1",
        "26d2ba88f3998dedfec28693b714c25bbf446be9ef8016a32662e5a5e23ee28a",
        "90c0afa4c5d2e3a18ccea66eb1b0a026326a4e139005ab725e526af918618d1b",
    ),
    "hard-rock-cincinnati/high-card-flush@2019-12-05": (
        "c7cb16406155b2ac7782af5ee5413ae7467c601a2ce9141210873b4c9b87353c",
        "c46d9ce014a7fef3f0447b0d679e7a16ff52403a90f76265821b5ea85dd91c4e",
        "5951e65d5d9dd1f162841e512e74834a29ae5f2c42cd8529564d4e81bb147a1c",
    ),
    "hard-rock-cincinnati/i-luv-suits-poker@2019-12-05": (
        "f402a9c2363b9aad4fdbd33d44200e6def8e48e3726832f3b2bbf251bc077c74",
        "5e476c0f4ae51550fb0a071565d13154bb6997ecdcfb7272b36dd806fc15ec3d",
        "32d1861aa5696e96c81d13a98e19b3b6f7a5a430099d4dcf8377a359aa7933e1",
    ),
    "hard-rock-cincinnati/let-it-ride@2019-12-05": (
        "a266b89a5fe8201e9a43f0c010c85d401eb93a393863dc96443a84f9c75663a6",
        "d590c7fe00c8033b50ace1a1d630297632cf71dce9689bef3ac91c54fa7157de",
    ),
    "hard-rock-cincinnati/mini-midi-baccarat@2019-12-05": (
        "ad7a872e557bb8e58bf6280600149b9eec1c83c60837933f1ef9344b3128d461",
        "91f8b2e4f176d3c99d37c31965ff2f2950dcfc00a14911aeff659d325934ce8d",
        "aee41029d0e4eb77ff3bdb4074cb09bcab17e72743e65b8891ea5f6f4281b7ac",
    ),
    "hard-rock-cincinnati/mississippi-stud@2019-12-05": (
        "a687454500e808bb055d925d6bf74964860f1ff84d3eb84f62bc35f7c666af5e",
        "d27aaad53b475e5431ecd9dab798effe3bd045411e63f4267b83ea1a230db49f",
    ),
    "hard-rock-cincinnati/pai-gow-poker@2019-12-05": (
        "6e2c11c118e4a9fb52bb56fbb6f014443a09132502bd67a140c63cfb24aae69f",
        "f4e10d595c7d85caa38bce7e764e8e5f0ba0bcfe10f88578a018b66cb422adc5",
        "7da28b4a96209371722179579aa8bf226fa60b8c1788d1a42dc56653d3d3fb20",
    ),
    "hard-rock-cincinnati/progressives@2019-12-05": (
        "e79bbb468d75f31a25f502b85bf1111c458ade102979174e0f0b7b5592e41265",
        "a7af1eaddae5baba9fe94a307a4c79f5b38afe5124aa0cf2f1ae2275a7eb2dd9",
    ),
    "hard-rock-cincinnati/rock-bac-w-super-6-commission-free@2020-08-12": (
        "b0e9274a2d3e472b96d0821428d7076c1edee3424beb0a9f79c6370fe72cb62c",
        "7b29b4ad5cb1698c1f052dd03f1f9cfc803dae30ca4a73d91643dc04c99b1be0",
    ),
    "hard-rock-cincinnati/rockn-21@2020-09-08": (
        "ab3b60260f9a06eadda9e28791a688a8abc884c973328a5e100dd7c5b4c39311",
        "a7f57f48c23897ffb42e14fd93de4f05af5f88481f805eaa5f0efcb45f05e918",
        "4eae4e71a3f38e87b05660d6652f6a5116c5353f97061ce44b7962bddfcbc666",
    ),
    "hard-rock-cincinnati/roulette@2019-12-05": ("3ba60702a43f4846458fa892b5d03a94b5252c6e302a1d1688c69079e2ac1257",),
    "hard-rock-cincinnati/synergy@2019-12-05": (
        "df7b342e5049d0a78ea6a4553615b8381607b999b5ba1286058916b3631dc83c",
        "709eee7641159f75b7e99580ce436e4d6033734c9051afdc88889a3c88ba09a6",
        "0af857ebced795fe5cb22d31f70df57140525a95e3820e5c279511b18ce89534",
    ),
    "hard-rock-cincinnati/texas-holdem-bonus@2019-12-05": (
        "9846c6e4ee9753835b88a443abd9e069609d1c5320164ccbe3315f739dd92834",
        "7b510b47ef27332fd8d69297d872dc1db002a8602f38a4be9b7a9f9b7c591e9e",
        "751825176a887ff56203578b675e77b2fde50542c18012d6512dd31cd6389f71",
    ),
    "hard-rock-cincinnati/three-card-poker@2019-12-05": (
        "80ff2304af681c8cd49c18ff8f581399c763db295f5224e5d71cc510d3160007",
        "98ff133a30baf6d5f5ca10b60b9808106e9e7a2cf2dbe4fd98556966bd94701d",
        "02f3d5f42aba37eb59b34501cd8a2a6f42f28311f1e8dd8e7fe0732bfbe06dfd",
        "f74ad8ee43a72acbe4991417d310d9aa7029e702de9698601d0b8f92aec5aac6",
        "67891031a8bc7de4ac8fd50d5025f19bb6b3e9af40d2bde7a7ede49fb2cd6d26",
    ),
    "hard-rock-cincinnati/ultimate-texas-holdem@2019-12-05": (
        "3a1750a0259a4aaf4d865d3a9ba5bdeaf075dc8ac4fe8772545c7597dc57ae53",
        "9118d020624231f533bda94485f318c1b27c80945d2ce4dcf201906ce007b7e3",
        "e52db16b0212aebabafb679c4bd67274f2a31d4ba00ca4305a9d4aceb1fcca66",
    ),
    "hard-rock-cincinnati/zappit-blackjack@2019-12-05": (
        "22efb98a92ee2517f25eba217068440ca9f760e392f3b54d8a95c6fd40eab94a",
        "e0e730e0e4e523bff6cd3f4973b0b76f6d9b2357c21513bdff72dcad0294fa84",
        "b7dbd0ffbc2fa9bd44952f8d8050c8b3621cea98b34917e59e068a7bd8c46688",
    ),
    "hard-rock-cincinnati/zombie-blackjack@2019-12-05": (
        "c721832cd369afca578c74e68856536d028558e120fe1191bee45334b7f2bcf6",
        "2c984832679128bb970db570e254d713f7cde4bbdb5e435524100db54adcedce",
        "6692b6457ae7f667b4e10580d57f9eb5dcba748fa08263f175bd5f50a204212d",
    ),
    "horseshoe-baltimore/poker@2018-06-18": (
        "f17bc6503be317ab749152c7c53161116b9e41e23b0dcdec55573f831893b20b",
        "ecbaf9922f4c2bf08e3355156200b09fa2fb8bebcff5bf39225f4e15da386b72",
        "c245d4d7bb99bcddfccdc65e3dc0417cc1b215c232691fe12f4bde3c4703ee9a",
    ),
    "horseshoe-baltimore/promotions@2018-06-18": ("00c245e48282ae128492191e0db5e4529aa72f45d6e08167ef872ceda9ce06b2",),
    "horseshoe-baltimore/room@2018-06-18": (
        "25cce22e01a8388a06c8ff539f455a46ecf7ccacbc706566330af3628f0a0988",
        "a92cca953f845100d32acd15f63284c3058fff8e66740b545352a917a7603465",
    ),
    "horseshoe-baltimore/tournaments@2018-06-18": ("d027b0aec344c14fb8aa2719552bf3ea19a842fae155b953c95d551ecbc4a06d",),
    "horseshoe-cleveland/big-six@2012-05-14": ("a04a0ebca45d735b1e5bb6db50acc94c0b501f4bbd558d38c579c6f1a8b0dc39",),
    "horseshoe-cleveland/blackjack@2012-05-14": (
        "b8d51176f43da9de7a6ef7f5794d370bc8268b7a826d75c8352533e0876cfc06",
        "d6c3bede7fb084498b965ee91b57293c986bf89b677fb6768ea45d44f69b3653",
    ),
    "horseshoe-cleveland/crapless-craps@2012-05-14": (
        "f6d3e08003f00f42f7a35f50eeef138171b7f0598edce4f3a2c2dea62a383057",
        "9cfc60878a05eac33874185a759d77806879b79fa34d217e8cb40838c28792b2",
    ),
    "horseshoe-cleveland/craps@2012-05-14": ("92c578e637f6770b6588333decc1dea472043141a39085b509afe6ac6e9ef636",),
    "horseshoe-cleveland/dj-wild-stud-poker@2012-05-14": (
        "4320c7604fdc17e62baaacc689b3bd12031fec5211395f1fc10fc0aa173712cc",
        "b5d4d97fb7e5e4ded1b8f3bdf3c0cf4c1790e6ecb63dc3f009f77cb506a5d075",
        "9b23e7154224911d36b665828fa32a084197732c7faf90f02deefaed7e9108fe",
        "c21d8008587da7f41a8da1fe535d0af7737a9e7c508d8c8bf8a7fbdf7a1739ff",
    ),
    "horseshoe-cleveland/four-card-poker@2014-07-16": (
        "c4e990772b6bf46192925ed4e16ca08800f207ad4dc3e50bfd66130bd5f06300",
        "e388c0db9ed485e47687a4a62564fbf266b12350f51872a179af7a46b1a52401",
    ),
    "horseshoe-cleveland/let-it-ride@2014-07-16": (
        "56e66f0cfaf93d59e9a263c882339051ce57cb7291fbd541b2d03aa6b59f22d5",
        "919c42e9c0b9596011bce6a5eb48ab95773eabf4098c30aa7c9b42cabd3f3b26",
    ),
    "horseshoe-cleveland/mini-midi-baccarat@2012-05-14": (
        "426d179b7fcaa1942cd64092da344a5f407dd0b25bac96c71b251b3d43a2b8f0",
        "5b79411a76921e0de921590ef2c133a9e3a043569255ecaf97e06a212e3c2fcd",
    ),
    "horseshoe-cleveland/mississippi-stud@2014-07-16": (
        "30096d8159010a661336380bfe71cd783e42bc7026dab84072f5c63bed15c305",
        "2818a34286effe808825b87783bad41e424ff6fe784b808bab300edef34c826d",
    ),
    "horseshoe-cleveland/pai-gow-poker@2012-05-14": (
        "cfb2f19a3daef4e0c60bc62d0495664e31f3794a4aa5659aa388ebbe671f0143",
        "8f1deedebcc211a22519210a3e057dc7752f0d31c394e9d254a1cabfa23b7a90",
        "b9395d7c3f8e07ef770f9fed6ebfcb8d36ac7d853e99a3272980f9fe5e91b43c",
    ),
    "horseshoe-cleveland/poker@2012-05-14": (
        "bb7cfd0a27ccf75cad29f377a3a83dfcd240bc4858a063b6de45405a82ab0a94",
        "e5606a8ae45ffe3648bc32af5f1758f00173ebd6a82405d22367f88a4aa6787c",
    ),
    "horseshoe-cleveland/progressives@2012-05-14": (
        "d2a31d301fb1ec5fc2a3a2c8b9db2c315ae5787325adfa893858863c02a52fe0",
    ),
    "horseshoe-cleveland/promotions@2012-05-14": (
        "9bc2cccd2f42fbef056512f0e3f4459dad2720ab9d0c6f80e422a62692e65f37",
        "7fa0284c956de2659a74fce5353e444e8160c2cd1d9ce0a70c6d847d842841e7",
    ),
    "horseshoe-cleveland/roulette@2012-05-14": ("db3894624d7f7f374c2bfa4bc6a909dfe8e426042753f39014c257793c5b8474",),
    "horseshoe-cleveland/texas-holdem-bonus@2012-05-14": (
        "693b149a90ac342a713ad745ff45fe3376112d74a523e7a758939e80f9e7c185",
        "629b1dde5be9c93852dce2cc8d3e97854a1f6d99cee3c37433abebe119bc33fa",
        "d07b04d36cbab00781f1dcf0684f6220cd9d5ea967dd7572a5ec799cf377c557",
    ),
    "horseshoe-cleveland/three-card-poker@2014-07-16": (
        "a326c8e42b439d446b0f90b6e2de96877f41f76b93485c43160b403f4613b7f0",
        "e102188f8a113ce5e31ccb20b33357487891568f23829bba14f47be44700e1f7",
        "cae926c341a6650a3877c46d244458eff1eeb6666878e4480b27b0f6a51da419",
        "213c63d2c264e1cc1f42251298033824527b8fbaf0e5c5b5985461833254e642",
    ),
    "horseshoe-cleveland/ultimate-texas-holdem@2014-05-22": (
        "cdcf9d17c22ebe5b6609fd27895429643fdf59310bdb19f5c2254e2b5e5b96b3",
        "6c4bc9cb34ead3f168ebd3e627be68834da26291e8bd14ff4ad690368c001447",
        "3c140eda81a6aab4422d14241977747e0ed02c43ce3630b88233bff9b29277f7",
    ),
    "jack-cleveland/big-six@2016-04-20": ("5a66e45b6af877aa29f1290e0b42c6549e99b809becdcb5c16aaafbfc3d9d8ec",),
    "jack-cleveland/blackjack@2016-04-20": (
        "1d477b0d58ea08a3941f2b82e639f26f813ce5a8baab927b8352ca6d7d3d869f",
        "34a103ead40143cf584aec23489999d49b64d114736841ef0e46ab1a6b56e7d8",
    ),
    "jack-cleveland/crapless-craps@2016-04-20": (
        "2a0fa13889c4e0a223ef0caf35e774dfa8f2381d66d9a7c01d84382a60f4ad81",
        "e8d3634a4726885dc6394d86ba40877b1ffe220e55d50293f9f4b420f98aebf2",
    ),
    "jack-cleveland/craps@2016-04-20": ("f00f05f90ff12541e98293ab1b3c08ec94e3e97ada658b6bc97ebb35082289d6",),
    "jack-cleveland/dj-wild-stud-poker@2016-06-15": (
        "d1beabd7669c5d70a6d3643c2b952e289a7d1b894d96091c2b267566d6ed7fa4",
        "a2131b463d311bd7e0604a41829e2ea5f3b5746f7c655df556cda0002f286ef0",
        "f85485a88f86894f4d5bc5cd16caddecf7f0ee1d50bcf92477bf61cd5cbaef9f",
        "250b17265720793e54702597672ad63999306d38ebdd3e5769735009a0d1bc86",
    ),
    "jack-cleveland/four-card-poker@2016-04-20": (
        "1e5605cb0c9c00019ec8f7ea854f20757aa84f530b4a02ba2556d426c1122ff8",
        "c3e30f5775033cb7cb91f449e0a9ab4d2436eed16f9bbd0ec4792c2984f5e1b0",
    ),
    "jack-cleveland/free-bet-blackjack@2016-04-20": (
        "e4b0ef3e2e258b588b915bd5a50fd7fe0bbe9a5808654d25163207f8d2c4bcc7",
        "34f9800769389c990543691a4eb744a8fe0548479be9f5c0a0de53bf3381e1e4",
    ),
    "jack-cleveland/let-it-ride@2016-04-20": (
        "6ea37d6540a7540d80eb1b739698bd18b9a832e475b44625dac5f772b4a19450",
        "7e4c03658e5a53a2ad16301f74ff219b77496790516cf29f7f35e8c150b6ed24",
    ),
    "jack-cleveland/mini-midi-baccarat@2016-04-20": (
        "3ec8a075a492c75c14f7926a07ab0988c58e855a3b2b4029668f99b618e4b236",
        "755dc5dbd48e4108d390c8fccd21a885659ee041656e9039dd428aa96edcef34",
    ),
    "jack-cleveland/mississippi-stud@2016-04-20": (
        "3b6523655a30bafe698f7f837efe72a4db6e3abfe1c9584eda144c206a7d737e",
        "994b1951ed2ffb85b65f8c66f29a21b9f570ec19f15027ca5dde1c081793047e",
    ),
    "jack-cleveland/pai-gow-poker@2016-04-20": (
        "0c22645674727e4c8d3f9a7d219508ed4136d5340d42dac69a033eb5e5d01e56",
        "1ce3c6f01ff5a8653208fe81d6d0c6481594503d219fcfb3b7964435c261154a",
        "0a017ecd7a752edd9c44aaadd0e53804991f6280bd71be7d11db05a4fb784a1d",
    ),
    "jack-cleveland/progressives@2016-04-20": ("4e48d1e07483b8e6061dd19fbb7dfa8b6b3b31b0de549e672d267eae7cf2f773",),
    "jack-cleveland/roulette@2016-04-20": ("d4d567c709c13203af9de21e03b9282e8937cae06312786c169837064d1cddaf",),
    "jack-cleveland/texas-holdem-bonus@2016-04-20": (
        "f9098b7a64736a70f5af36d7414a529dae23b8a5407877e51690a28fbfaab756",
        "041ddd5bd9097524af15d5d7eed517790ae885f55c9f8a8c5628631aa6710282",
        "93200e430a090374961fb6d3110cb0b7521409330af52bab4df1d856c5e29139",
    ),
    "jack-cleveland/three-card-poker@2016-04-20": (
        "1dec4dde2c633d23eb3b043e306978922c7bf3c4f6130352a0c800029a10e0e2",
        "508c6e4c690c193c612281ef509f56ca56521f3a23bdb10522c9f15b95c84c55",
        "7c33b705155be0d4b9b4f6fb979efe341509fab2dfa353ee7561fc25d14d041c",
        "9f0efa718265a5fd5d1f4439876cf3ef5e65ac66b1c6871f6645b8b223940558",
    ),
    "jack-cleveland/ultimate-texas-holdem@2016-04-20": (
        "d88c831ec4ed875722232485d74817a39e1b392af7916fb74a1b27064dced8e1",
        "1f76bcc611d5664f7f1078ea84126208b654588343e6d975a165b41b0ed10535",
        "3a4461a73e52234b4a444489b2f513ef1111e7cd959a90f9d0c45af15f2db0c1",
    ),
    "oneida/approvals@2025-02-26": ("524ba2a39423a9d24b66f03a5c14b8881d5c9dca16b68734f9a989afaaed5722",),
    "oneida/craps@2024-09-11": (
        "a9442bfa57ce28dbfd10477536c507786fd1db681c726007f419fe457a6b9304",
        "ae23e9b86dea5aa010614320d98808de60b8de235a144ca5f0db7244b54175a8",
        "6124a9d356597a5c7a6ad765943728d14971d42fcfc6cfccb8e458a00edbf075",
        "0c4b55b112f413945a6dfaa38cabb2ad23c49117e1fd6302c37035a87b99e61e",
    ),
    "oneida/four-card-poker@2023-02-24": (
        "d7bb642b7d0511cb9e3f4d3a0c5b9c04ba003e85f0317dd9fecb2ef6efba89ef",
        "f1cadd7b433a76e502a6e746ac39af1165eb8dbbee1a47677921adc8dbba7fd1",
        "83019661c5a1afd20097420f1fd98b99d89c0e75cb435ea0d9baf5b87d6c1f56",
    ),
    "oneida/four-card-poker@2024-09-11": (
        "08be286874e3808f1bab37483b594641333f72e26959e96676005f7af9bc4f5f",
        "4f5d7dbc1c94765ba15dd3a910a8cb1c532a40658fb77842312ad6bbeb597bed",
        "1da9defd540b8afa0d8cec68a3caf2447366737767e91e4710ced02c9a0d54f1",
    ),
    "oneida/mississippi-stud@2020-01-14": (
        "a28e5145dfb57a80fd55ebc6314969d770a9a59cae756f4524afaac311a18942",
        "e7d8490a373f0f99820fae0ce0ebc0d3f3ef93c431bf124fa7417c23a56e9f7f",
        "222a45015c7c408f173cc805e5e5232407108ca698a831adb6dfc5aaabb65df2",
    ),
    "oneida/mississippi-stud@2024-09-11": (
        "57f3eb65fcf348e9493ab5fdab6e7d0e3e9e52e3cb0a3fb9086355fab1413806",
        "149f990728f80766ea30dfd377bcc0fcfc45a11d0b645daefe8a2ec427a97da4",
        "c8c8b5616f58a8ca4e71aad0e60c1810db6129079227c4c4e86697af347c7e4f",
    ),
    "oneida/poker@2021-10-12": (
        "e3172cfbbe931649ab1548f9ff8ce053bd1489a3b5e7c2885d7bb734dc5cec24",
        "6d925b7d5bb6117598d74b828a6432af001bd74171ecfc74f083acd6860b65c8",
        "157507df678b6178885e7c7bbd0793f62784996fa71533691b38dcb434a101f5",
    ),
    "oneida/poker@2024-03-28": (
        "c14a2f05ac63e0145a79e5de14b5c5140107a4c5181684707d37258297aab2ba",
        "342e79cef964bfa4d41591baaecbf08fe204fe2226b6b5a6d415b21fa5c17636",
        "7fbe6870ae625c96dabcb3b979298d114d2cac9b11e0488b9523db83ed3bf15d",
    ),
    "oneida/three-card-poker@2022-06-14": (
        "07c5136f11828ca6af515f1054bee83f05bbd53611007d893f841e64406cfd65",
        "2efee3be1835aebb89c7476053e5be5801ce88598b6af8cd7c079fe5fa5933d2",
        "879792355d23b55b74ceb1822f9bf2106b40b44fe0cd32b0c8e118c7da8c12b3",
        "4e55cb7ece96bdbfc4d30cb1e558938af06ad1c734b1455299b73bdf8ad6086e",
    ),
    "oneida/three-card-poker@2024-09-11": (
        "c655e9fc63af3777b02ccac76d1ec8907d06750a140c3c1ccd8cdf59bc03cb12",
        "5c0b32b49085c22071e1a319c0dc80080ac532c59b851741fc696327d744a410",
        "332f47c93cdc6a5b705005edf35e016639d044e7c72a7078d57acc0a58b36c7b",
        "ff63e377daabd105dce02d35ee17ef1bc7c7b727bf57c50c91e987981fbb0ce3",
    ),
}
