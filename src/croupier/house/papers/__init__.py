"""Papers of the floor: documents signed step by step, their flows, and notices that wait for somebody."""
