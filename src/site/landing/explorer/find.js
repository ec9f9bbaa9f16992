/*! Generated from src/explorer by `npm run generate`; licences.txt says what else it holds. */
import{Tt as e}from"./explorer.js";const t=({route:t})=>e(`h1`,{children:[`Find `,t.of]});export{t as FindView};
