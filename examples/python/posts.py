"""Ten posts of a creator, five at a time: first over GraphQL, then over REST. Needs Python 3 and nothing else.

    CLIPGRAPH_KEY=… python3 examples/python/posts.py
"""

import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ.get("CLIPGRAPH_URL", "http://127.0.0.1:4000")
KEY = os.environ.get("CLIPGRAPH_KEY", "")
USERNAME = "maya.nguyen"

QUERY = """
query Posts($username: String!, $first: Int!, $after: String) {
  user(by: { username: $username }) {
    posts(first: $first, after: $after) {
      nodes { postId plays }
      pageInfo { hasNextPage endCursor }
    }
  }
}
"""


def read_json(request):
    """Errors come as JSON too, so their body is read like any other."""
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        return json.load(error)


def graphql(query, variables):
    body = json.dumps({"query": query, "variables": variables}).encode()
    headers = {"content-type": "application/json", "x-gateway-key": KEY}
    answer = read_json(urllib.request.Request(URL + "/graphql", body, headers))
    for error in answer.get("errors", []):
        sys.exit(f"{error['extensions']['code']}: {error['message']}")
    return answer["data"]


def rest(path, **parameters):
    address = f"{URL}/api/v1{path}?{urllib.parse.urlencode(parameters)}"
    answer = read_json(urllib.request.Request(address, headers={"x-gateway-key": KEY}))
    if answer["error"] is not None:
        sys.exit(f"{answer['error']['code']}: {answer['error']['message']}")
    return answer["data"], answer["pagination"]


def posts_over_graphql(username, page_size):
    after = None
    while True:
        data = graphql(QUERY, {"username": username, "first": page_size, "after": after})
        page = data["user"]["posts"]
        for post in page["nodes"]:
            yield post["postId"], post["plays"]
        if not page["pageInfo"]["hasNextPage"]:
            return
        after = page["pageInfo"]["endCursor"]


def posts_over_rest(username, page_size):
    cursor = "0"
    while cursor is not None:
        posts, pagination = rest(f"/users/{urllib.parse.quote(username)}/posts", count=page_size, cursor=cursor)
        for post in posts:
            yield post["post_id"], post["plays"]
        cursor = pagination["cursor"]


def show(posts, limit):
    for number, (post_id, plays) in zip(range(1, limit + 1), posts):
        print(f"{number}. post {post_id}, {plays} plays")


if __name__ == "__main__":
    show(posts_over_graphql(USERNAME, 5), 10)
    show(posts_over_rest(USERNAME, 5), 10)
