/*! Generated from src/explorer by `npm run generate`; licences.txt says what else it holds. */
import{Ft as e,Mt as t}from"./explorer.js";import{ListView as n}from"./list.js";const r=()=>t(n,{name:e,handles:null});export{r as ListsView};
