/**
 * @generated SignedSource<<39765db10414d39c76b3f120459ca97d>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type creatorsFound_query$data = {
  readonly search: {
    readonly keyword: string;
    readonly users: {
      readonly nodes: ReadonlyArray<{
        readonly displayName: string | null | undefined;
        readonly id: string;
        readonly username: string;
      }>;
    };
  };
  readonly " $fragmentType": "creatorsFound_query";
};
export type creatorsFound_query$key = {
  readonly " $data"?: creatorsFound_query$data;
  readonly " $fragmentSpreads": FragmentRefs<"creatorsFound_query">;
};

import creatorsFoundMoreQuery_graphql from './creatorsFoundMoreQuery.graphql';

const node: ReaderFragment = {
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
      "fragmentPathInResult": [],
      "operation": creatorsFoundMoreQuery_graphql
    },
    "throwOnFieldError": true
  },
  "name": "creatorsFound_query",
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
  ],
  "type": "Query",
  "abstractKey": null
};

(node as any).hash = "296e6b6451fb648938ac423b0ebed168";

export default node;
