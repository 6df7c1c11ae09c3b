"""Digests of rulebook files as they were before a wording or a reading changed, with all rows and rules as they are.

A journal names the file that its table opened under. Those named here are followed under the file of today: what has
changed in the way of settling is said in the journal's own opening.
"""

EARLIER: dict[str, tuple[str, ...]] = {
    "horseshoe-cleveland/dj-wild-stud-poker@2012-05-14": (
        "4320c7604fdc17e62baaacc689b3bd12031fec5211395f1fc10fc0aa173712cc",
    ),
    "jack-cleveland/dj-wild-stud-poker@2016-06-15": (
        "d1beabd7669c5d70a6d3643c2b952e289a7d1b894d96091c2b267566d6ed7fa4",
    ),
    "hard-rock-cincinnati/criss-cross-poker@2019-12-05": (
        "035885adc164a94638715e02570a35b650cd75f723b3970de54e3404597bb47e",
    ),
}
