/**
 * @generated SignedSource<<9d99983a710f74fd589fe815c0f49051>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type creatorsFound_search$data = {
  readonly id: string;
  readonly keyword: string;
  readonly users: {
    readonly nodes: ReadonlyArray<{
      readonly displayName: string | null | undefined;
      readonly id: string;
      readonly username: string;
    }>;
  };
  readonly " $fragmentType": "creatorsFound_search";
};
export type creatorsFound_search$key = {
  readonly " $data"?: creatorsFound_search$data;
  readonly " $fragmentSpreads": FragmentRefs<"creatorsFound_search">;
};

import creatorsFoundMoreQuery_graphql from './creatorsFoundMoreQuery.graphql';

const node: ReaderFragment = (function(){
var v0 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
};
return {
  "argumentDefinitions": [
    {
      "defaultValue": 2,
      "kind": "LocalArgument",
      "name": "count"
    }
  ],
  "kind": "Fragment",
  "metadata": {
    "refetch": {
      "connection": null,
      "fragmentPathInResult": [
        "node"
      ],
      "operation": creatorsFoundMoreQuery_graphql,
      "identifierInfo": {
        "identifierField": "id",
        "identifierQueryVariableName": "id"
      }
    },
    "throwOnFieldError": true
  },
  "name": "creatorsFound_search",
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
            (v0/*:: as any*/),
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
    },
    (v0/*:: as any*/)
  ],
  "type": "Search",
  "abstractKey": null
};
})();

(node as any).hash = "4864c04cb0e067991eacc5f7be12f87d";

export default node;
