"""Routes that anybody may read, those that begin or end a session, and sockets with who may look."""

# Anybody may read these without a session: the lobby, the felt as a passer-by sees it, the rules.
PUBLIC = {
    ("GET", "/"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/metrics"),  # with a token of its own, or from the machine itself: in test_operations
    ("GET", "/sign-in"),
    ("GET", "/assets/{name}"),
    ("GET", "/favicon.ico"),
    ("GET", "/tables/{table_id}"),
    ("GET", "/tables/{table_id}/about"),
    ("GET", "/tables/{table_id}/clause"),
    ("GET", "/tables/{table_id}/money/{act}"),  # leads to the station's money, which asks who comes
    ("GET", "/cage/{act}"),  # leads to the cage
    ("GET", "/room"),
    ("GET", "/room/tables/{table_id}"),
    ("GET", "/room/{house}/screen"),
    ("GET", "/tournaments"),
    ("GET", "/tournaments/{tournament}"),
    ("GET", "/poker-tournaments"),
    ("GET", "/poker-tournaments/{tournament}"),
    ("GET", "/poker-tournaments/{tournament}/tables/{number}"),
    ("GET", "/poker-tournaments/{tournament}/wall"),
    ("GET", "/promotions"),
    ("GET", "/promotions/{promotion}"),
    ("GET", "/rulebooks"),
    ("GET", "/rulebooks/compare"),
    ("GET", "/rulebooks/{house}/{game}"),
    ("GET", "/rulebooks/{house}/{game}/{day}"),
    ("GET", "/rulebooks/{house}/{game}/{day}/odds"),
    ("GET", "/rulebooks/{house}/{game}/{day}/print"),
    ("GET", "/rulebooks/{house}/{game}/{day}/strategy"),
    ("GET", "/rulebooks/{house}/{game}/{day}/evening"),
    ("GET", "/rulebooks/{house}/{game}/{day}/coupons"),
    ("GET", "/rulebooks/changes"),
    ("GET", "/api/v1/rulebooks-changed/{property}"),
    ("GET", "/api/v1/rulebooks-compared"),
    ("GET", "/api/v1/rulebooks/{property}/{game}/odds"),
    ("GET", "/api/v1/rulebooks/{property}/{game}/strategy"),
    ("GET", "/api/v1/rulebooks/{property}/{game}/evening"),
    ("GET", "/api/v1/rulebooks/{property}/{game}/coupons"),
    ("GET", "/api"),
    ("GET", "/api/v1/openapi.json"),
    ("GET", "/api/v1/properties"),
    ("GET", "/api/v1/house"),
    ("GET", "/api/v1/rulebooks"),
    ("GET", "/api/v1/rulebooks/{property}/{game}"),
    ("GET", "/api/v1/rulebooks/{property}/{game}/compare"),
    ("WS", "/live"),
    ("WS", "/tables/{table_id}/live"),
    ("WS", "/tournaments/{tournament}/live"),
    ("WS", "/poker-tournaments/live"),
    ("WS", "/poker-tournaments/{tournament}/live"),
    ("WS", "/poker-tournaments/{tournament}/tables/{number}/live"),
    ("WS", "/poker-tournaments/{tournament}/wall/live"),
    ("WS", "/promotions/live"),
    ("WS", "/promotions/{promotion}/live"),
    ("WS", "/room/live"),
    ("WS", "/room/{house}/screen/live"),
    ("WS", "/room/tables/{table_id}/live"),
}
# These begin or end a session; they have tests of their own.
DOORS = {
    ("POST", "/sign-in"),
    ("POST", "/sign-out"),
    ("POST", "/demo"),
    ("POST", "/tables/{table_id}/sit"),
    ("POST", "/tournaments/{tournament}/enter"),
    ("POST", "/poker-tournaments/{tournament}/enter"),
    ("POST", "/room/tables/{table_id}/sit"),
    ("POST", "/api/v1/sessions"),
    ("DELETE", "/api/v1/sessions"),
    ("POST", "/api/v1/guests"),
    ("POST", "/keys/ask"),  # a security key signs, at the door and elsewhere: in test_security_keys
    ("POST", "/keys/answer"),
    ("POST", "/api/v1/security-keys/ask"),
    ("POST", "/api/v1/security-keys/answer"),
}

# Of a live tournament: in test_live_tournaments.
ELSEWHERE = {
    ("WS", "/poker-tournaments/{tournament}/desk/live"),
    ("WS", "/poker-tournaments/{tournament}/tables/{number}/dealing"),
}

SOCKETS = [
    ("/pit/live", "table.watch"),
    ("/deal/{table_id}/live", "table.deal"),
    ("/room/tables/{table_id}/dealing", "table.declare"),
    ("/room/{house}/board/live", "table.watch"),
    ("/api/v1/tables/{table_id}/events", "table.see"),
    ("/api/v1/room/tables/{table_id}/events", "table.see"),
    ("/api/v1/room/events", "table.see"),
]
