import { EMBED_WORDS } from '../domain/words';
import { EMBED_STYLE } from './embed-style';

/** In the order in which the script reads them. */
const words = Object.fromEntries(
  Object.entries(EMBED_WORDS).map(([language, w]) => [
    language,
    [w.shown, w.rated, w.from, w.average, w.rating, w.anonymous, w.source, w.empty, w.failed],
  ]),
);

/**
 * The script of the element `<hrev-reviews token="…">` (contract §4.23). It runs in foreign pages: it has no dependencies, adds one name to
 * the page, writes foreign text only as text, and styles its shadow by a constructed sheet, which a strict policy of the page allows.
 */
export const ELEMENT_SCRIPT = `(()=>{'use strict';
if(customElements.get('hrev-reviews'))return;
const W=${JSON.stringify(words)},here=document.currentScript&&document.currentScript.src,sheet=new CSSStyleSheet();
sheet.replaceSync(${JSON.stringify(EMBED_STYLE)});
const fill=(t,v)=>t.replace(/\\{(\\w)\\}/g,(_,k)=>v[k]);
const el=(name,text,attributes={})=>{const e=document.createElement(name);if(text)e.textContent=text;for(const k in attributes)e.setAttribute(k,attributes[k]);return e};
customElements.define('hrev-reviews',class extends HTMLElement{
static observedAttributes=['token','lang'];
connectedCallback(){this.load()}
attributeChangedCallback(){if(this.isConnected)this.load()}
language(wanted){const near=this.closest('[lang]');for(const l of [wanted,near&&near.lang,navigator.language]){const s=(l||'').toLowerCase().split('-')[0];if(W[s])return s}return 'en'}
async load(){
const turn=this.turn=(this.turn||0)+1,root=this.shadowRoot||this.attachShadow({mode:'open'});
root.adoptedStyleSheets=[sheet];
let data=null;
try{
const token=this.getAttribute('token')||'',base=this.getAttribute('src')||here;
const answer=await fetch(new URL('./'+encodeURIComponent(token)+'.json',base),{credentials:'omit',referrerPolicy:'no-referrer'});
if(answer.ok)data=await answer.json();
}catch{}
if(turn===this.turn)this.show(root,data);
}
show(root,data){
const l=this.language(data&&data.language),w=W[l],number=n=>new Intl.NumberFormat(l).format(n);
const box=el('section','',{lang:l,dir:l==='ar'||l==='he'?'rtl':'ltr'});
if(!data){box.append(el('p',w[8],{role:'status',class:'m'}));root.replaceChildren(box);return}
if(data.theme!=='auto')this.dataset.theme=data.theme;else delete this.dataset.theme;
const stars=(r,label)=>{const s=el('span','★'.repeat(Math.round(r))+'☆'.repeat(5-Math.round(r)),{class:'s',role:'img','aria-label':label});s.dir='ltr';return s};
if(data.title)box.append(el('h2',data.title,{dir:'auto'}));
if(data.average_rating!==null){const p=el('p'),text=fill(w[3],{r:number(data.average_rating)});p.append(stars(data.average_rating,text),' ',el('span',text));p.lastChild.ariaHidden='true';box.append(p)}
box.append(el('p',data.total===0?w[7]:fill(w[0],{n:number(data.shown),m:number(data.total)})+(data.min_rating===null?'':fill(w[1],{r:number(data.min_rating)}))+(data.sources.length?fill(w[2],{s:data.sources.join(', ')}):''),{class:'m'}));
const list=el('ul','',{role:'list'});
for(const r of data.reviews){
const item=el('li'),head=el('p');
if(r.rating!==null)head.append(stars(r.rating,fill(w[4],{r:number(r.rating)})),' ');
head.append(el('strong',r.author||w[5],{dir:'auto'}));
if(r.date){const d=el('time',new Intl.DateTimeFormat(l,{dateStyle:'medium',timeZone:'UTC'}).format(new Date(r.date)),{datetime:r.date,class:'m'});head.append(' ',d)}
item.append(head);
if(r.text)item.append(el('p',r.text,{class:'t',dir:'auto'}));
const foot=el('p','',{class:'m'});
if(r.url&&/^https?:/.test(r.url))foot.append(el('a',fill(w[6],{s:r.source}),{href:r.url,target:'_blank',rel:'noopener noreferrer nofollow ugc'}));else foot.textContent=r.source;
item.append(foot);list.append(item)}
if(data.reviews.length)box.append(list);
root.replaceChildren(box);
}})})();
`;
