/*! Generated from src/explorer by `npm run generate`; licences.txt says what else it holds. */
import{mt as e}from"./explorer.js";const t=(t,n)=>{if(t===null)return null;let r=t.appendChild(document.createElement(`div`));return r.className=`to-draw`,e(n,r),queueMicrotask(()=>{e(null,r),r.remove()}),r};export{t};
