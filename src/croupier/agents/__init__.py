"""House games and poker as environments for programs that learn: `pip install croupier[agents]`.

Importing this package registers them with Gymnasium, each by its own name:

    import croupier.agents
    import gymnasium
    table = gymnasium.make("croupier/three-card-poker-v0", property="hard-rock-cincinnati")

`croupier.agents.aec` has every form of poker for several learners at one table (PettingZoo), and
`croupier.agents.exploitability` says how far a strategy for a small game of poker is from its equilibrium.
"""

try:
    from croupier.agents.registering import register_all
except ModuleNotFoundError as missing:
    if missing.name not in ("gymnasium", "pettingzoo"):
        raise
    raise ModuleNotFoundError(
        f"croupier.agents needs {missing.name}: pip install 'croupier[agents]'", name=missing.name
    ) from None

register_all()
