/**
 * @generated SignedSource<<36f3f97cd3eb142e162a216ba7a7649e>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type creatorsFoundMoreQuery$variables = {
  count?: number | null | undefined;
};
export type creatorsFoundMoreQuery$data = {
  readonly " $fragmentSpreads": FragmentRefs<"creatorsFound_query">;
};
export type creatorsFoundMoreQuery = {
  response: creatorsFoundMoreQuery$data;
  variables: creatorsFoundMoreQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": 2,
    "kind": "LocalArgument",
    "name": "count"
  }
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "creatorsFoundMoreQuery",
    "selections": [
      {
        "args": [
          {
            "kind": "Variable",
            "name": "count",
            "variableName": "count"
          }
        ],
        "kind": "FragmentSpread",
        "name": "creatorsFound_query"
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "creatorsFoundMoreQuery",
    "selections": [
      {
        "alias": null,
        "args": [
          {
            "kind": "Literal",
            "name": "keyword",
            "value": "maya"
          }
        ],
        "concreteType": "Search",
        "kind": "LinkedField",
        "name": "search",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "keyword",
            "storageKey": null
          },
          {
            "alias": null,
            "args": [
              {
                "kind": "Variable",
                "name": "first",
                "variableName": "count"
              }
            ],
            "concreteType": "UserConnection",
            "kind": "LinkedField",
            "name": "users",
            "plural": false,
            "selections": [
              {
                "alias": null,
                "args": null,
                "concreteType": "User",
                "kind": "LinkedField",
                "name": "nodes",
                "plural": true,
                "selections": [
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "id",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "username",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "displayName",
                    "storageKey": null
                  }
                ],
                "storageKey": null
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": "search(keyword:\"maya\")"
      }
    ]
  },
  "params": {
    "cacheID": "959c6dcd1b7649d19a02ae1379495b10",
    "id": null,
    "metadata": {},
    "name": "creatorsFoundMoreQuery",
    "operationKind": "query",
    "text": "query creatorsFoundMoreQuery(\n  $count: Int = 2\n) {\n  ...creatorsFound_query_yu5n1\n}\n\nfragment creatorsFound_query_yu5n1 on Query {\n  search(keyword: \"maya\") {\n    keyword\n    users(first: $count) {\n      nodes {\n        id\n        username\n        displayName\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "296e6b6451fb648938ac423b0ebed168";

export default node;
