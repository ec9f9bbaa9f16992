/*! Generated from src/explorer by `npm run generate`; licences.txt says what else it holds. */
import{ht as e,vt as t}from"./explorer.js";import{ListView as n}from"./list.js";const r=()=>e(n,{name:t,handles:null});export{r as ListsView};
