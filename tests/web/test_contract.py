"""The OpenAPI document: every route says what it is for, what it takes and how it refuses."""

from .server import Server


def test_the_document_names_every_route(server: Server) -> None:
    document = server.client().get("/api/v1/openapi.json").json()
    assert len(document["paths"]) > 25
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation.get("summary"), (method, path)
            assert "422" in operation["responses"]
    assert document["components"]["securitySchemes"]
