/// The style sheet of the HTML report: one column, system fonts, colour only where it means something.
let pageStyle: StaticString = """
  :root{color-scheme:light dark;--bg:#fff;--ink:#1b1e23;--soft:#59616c;--rule:#e2e5e9;--panel:#f6f7f9;--tint:#e4ebf4;
  --error:#b3261e;--warning:#8f5300;--note:#2a5ea8;--good:#1b7340;--bar:#7f93ab;--fail:#c8372d;--halt:#d98a00;
  --p50:#9db8d6;--p95:#4f82ba;--p99:#1c4675;--heat:#c8372d;--hot:#fff}
  @media(prefers-color-scheme:dark){:root{--bg:#14171b;--ink:#e4e7eb;--soft:#9aa3af;--rule:#2b3038;--panel:#1b1f25;
  --tint:#26313f;--error:#ff8a7d;--warning:#eab04f;--note:#8ab8f2;--good:#63c98c;--bar:#68798d;--fail:#ee6a5e;
  --halt:#eab04f;--p50:#3f5d7e;--p95:#6f9fd3;--p99:#c2dcf8;--heat:#ee6a5e;--hot:#14171b}}
  *{box-sizing:border-box}
  html{scroll-behavior:smooth;scroll-padding-top:1rem}
  body{margin:0 auto;padding:2rem 1.25rem 3rem;max-width:70rem;background:var(--bg);color:var(--ink);
  font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums}
  h1,h2,h3,p,ul,ol,dl,dd,figure{margin:0;padding:0}
  h1{font-size:1.65rem;line-height:1.25;font-weight:650;letter-spacing:-.012em;text-wrap:pretty;max-width:44em}
  h2{break-after:avoid;font-size:1.2rem;font-weight:650;letter-spacing:-.006em;margin:0 0 .6rem}
  h3{font-size:1rem;font-weight:650;margin:0 0 .4rem}
  a{color:var(--note);text-underline-offset:.15em}
  :focus-visible{outline:2px solid var(--note);outline-offset:2px;border-radius:3px}
  code,.log{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.86em}
  section{margin-top:2.75rem}
  .soft,.eyebrow,.quality,footer{color:var(--soft);font-size:.875rem}
  .eyebrow{margin-bottom:.5rem}
  .eyebrow b{color:var(--ink);font-weight:650}
  .verdict::before{content:"";display:inline-block;width:.62em;height:.62em;margin-right:.5em;border-radius:50%;
  background:var(--level)}
  .repair{--level:var(--error)}.risk,.unknown{--level:var(--halt)}.sound{--level:var(--good)}
  .headline{margin-top:.4rem;font-size:1.05rem;max-width:60em}
  .quality{margin-top:.6rem;max-width:60em}
  .words p{max-width:46em}.words p+p{margin-top:.3rem}.words{margin-bottom:.75rem}
  .skip{position:absolute;left:-100vw}.skip:focus{left:1rem;top:1rem;background:var(--bg);padding:.5rem}
  .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(10.5rem,1fr));gap:1px;margin-top:1.75rem;
  list-style:none;border:1px solid var(--rule);border-radius:10px;overflow:hidden}
  .tiles li{box-shadow:0 0 0 1px var(--rule);padding:.85rem 1rem .8rem;display:flex;flex-direction:column;min-width:0}
  .tiles .label{color:var(--soft);font-size:.8125rem}
  .tiles .value{font-size:1.6rem;line-height:1.25;font-weight:600;letter-spacing:-.015em}
  .tiles .trouble .value,td.trouble{color:var(--error)}
  .tiles small{color:var(--soft);font-size:.78rem;line-height:1.35}
  .tiles small.change{color:var(--ink)}
  .tiles svg{margin-top:auto;padding-top:.5rem;width:100%;height:2.25rem;display:block}
  nav ul{display:flex;flex-wrap:wrap;gap:.15rem 1.1rem;list-style:none;margin-top:1.25rem;font-size:.875rem}
  nav a{color:var(--soft);text-decoration:none}nav a:hover{color:var(--note);text-decoration:underline}
  .findings{list-style:none;border-top:1px solid var(--rule)}
  .findings>li{border-bottom:1px solid var(--rule)}
  summary{cursor:pointer}
  .findings summary{display:grid;grid-template-columns:5.2rem 1fr auto;gap:0 .75rem;padding:.7rem .25rem;align-items:baseline}
  .findings summary::-webkit-details-marker{display:none}
  .findings summary .title{font-weight:600;overflow-wrap:anywhere}
  .findings summary:hover .title{text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.2em}
  .findings .body{padding:0 .25rem 1.25rem 6.2rem;max-width:58rem}
  .findings .body>*+*{margin-top:.6rem}
  .findings ul{padding-left:1.15rem}.findings li li::marker{color:var(--soft);content:"→  "}
  .severity{font-size:.8125rem;font-weight:600}
  .severity::before{content:"";display:inline-block;width:.55em;height:.55em;margin-right:.45em;border-radius:50%;background:currentColor}
  .severity.warning::before{border-radius:0;clip-path:polygon(50% 0,100% 100%,0 100%);width:.7em;height:.62em}
  .severity.note::before{border-radius:1px}
  .severity.error{color:var(--error)}.severity.warning{color:var(--warning)}.severity.note{color:var(--note)}
  .log{background:var(--panel);border-radius:8px;padding:.6rem .8rem;line-height:1.5;overflow-x:auto}
  .log .path{color:var(--soft);overflow-wrap:anywhere;margin-top:.5rem}.log .path:first-child{margin-top:0}
  .log ol{list-style:none;padding:0}
  .log li{display:grid;grid-template-columns:minmax(2.5rem,auto) 1fr;gap:.75rem}
  .log .n{min-width:2.9rem;color:var(--soft);text-align:right;user-select:none}
  .log .t{white-space:pre-wrap;overflow-wrap:anywhere}

  """

/// The style of charts, tables and cards, of small screens and of paper.
let pageStyleOfParts: StaticString = """
  .chart{margin-top:1rem}
  .chart figcaption{display:flex;flex-wrap:wrap;gap:.1rem 1rem;font-size:.8125rem;color:var(--soft);margin-bottom:.35rem}
  .chart figcaption b{color:var(--ink);font-weight:600}
  .key::before{content:"";display:inline-block;width:.75em;height:.75em;border-radius:2px;margin-right:.35em;
  vertical-align:-.05em;background:var(--k)}
  .plot{position:relative;height:calc(var(--h)*1px);margin-left:4rem}
  .plot svg{position:absolute;inset:0;width:100%;height:100%;overflow:visible}
  .plot .y{position:absolute;right:100%;bottom:calc(var(--at)*100%);transform:translateY(50%);padding-right:.6rem;
  font-size:.75rem;color:var(--soft);white-space:nowrap}
  .axis{position:relative;height:1.35rem;margin-left:4rem;font-size:.75rem;color:var(--soft)}
  .axis span{position:absolute;left:calc(var(--at)*100%);transform:translateX(-50%);padding-top:.3rem;white-space:nowrap}
  .axis .first{transform:none}.axis .last{transform:translateX(-100%)}
  .axis b{position:absolute;right:calc(100% + .6rem);padding-top:.3rem;font-weight:400}
  .grid{stroke:var(--rule);stroke-width:1;vector-effect:non-scaling-stroke;fill:none}
  .base{stroke:var(--soft);stroke-width:1;vector-effect:non-scaling-stroke;fill:none;opacity:.6}
  .bar{fill:var(--bar)}.fail{fill:var(--fail)}.halt{fill:var(--halt)}.defer{fill:var(--soft)}.good{fill:var(--bar)}
  .line{fill:none;vector-effect:non-scaling-stroke;stroke-width:1.75;stroke-linejoin:round;stroke-linecap:round}
  .l50{stroke:var(--p50)}.l95{stroke:var(--p95)}.l99{stroke:var(--p99)}
  .hover{fill:transparent}.hover:hover{fill:var(--soft);fill-opacity:.14}
  .scroll{overflow-x:auto}
  table{border-collapse:collapse;font-size:.875rem;min-width:min(100%,44rem)}
  th,td{padding:.36rem .75rem;text-align:left;vertical-align:baseline;border-bottom:1px solid var(--rule)}
  th:first-child,td:first-child{padding-left:.25rem}
  thead th{color:var(--soft);font-weight:500;font-size:.8125rem;white-space:nowrap;vertical-align:bottom}
  tbody th{font-weight:500;max-width:26rem;min-width:8rem;overflow-wrap:anywhere}
  td.n,th.n{text-align:right;white-space:nowrap}
  td.w{overflow-wrap:anywhere;min-width:7.5rem;max-width:26rem}td.m{white-space:nowrap}
  tbody tr:hover>*{background:var(--panel)}
  td.share{background:linear-gradient(to right,var(--tint) calc(var(--v)*100%),transparent 0) no-repeat 0 .4rem/100% 1.2rem}
  td.range{width:22%;min-width:8rem;padding-top:.1rem;padding-bottom:.1rem}
  td.range svg{display:block;width:100%;height:.8rem}
  .r99{fill:var(--p50)}.r95{fill:var(--p95)}.r50{fill:var(--p99)}
  th button{all:unset;cursor:pointer;color:inherit}
  th button:focus-visible{outline:2px solid var(--note);outline-offset:2px;border-radius:2px}
  th button{position:relative}th button::after{content:"↕";opacity:0;position:absolute;left:calc(100% + .1em);font-size:.85em}
  th button:hover::after,th button:focus-visible::after{opacity:.6}
  th[aria-sort=ascending] button::after{content:"↑";opacity:1}
  th[aria-sort=descending] button::after{content:"↓";opacity:1}
  .pairs{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr));gap:2.25rem 2.5rem;margin-top:2.75rem}
  .pairs section{margin:0;min-width:0}.pairs td,.pairs th{padding-left:.4rem;padding-right:.4rem}
  .pairs table{min-width:100%}
  .more{margin-top:.6rem;font-size:.875rem}
  .more>summary{color:var(--soft)}
  .more>div{margin-top:.5rem;max-height:26rem;overflow:auto}
  .heat{border-collapse:separate;border-spacing:2px;font-size:.72rem;min-width:0;width:100%}
  .heat th,.heat td{border:0;padding:.2rem .15rem;text-align:center}
  .heat tbody th{text-align:right;padding-right:.5rem;color:var(--soft);font-weight:400;min-width:0;white-space:nowrap}
  .heat thead th{font-size:.7rem;padding:0}
  .heat td{border-radius:3px;background:var(--panel)}
  .heat td[style]{background:color-mix(in srgb,var(--heat) calc(var(--v)*100%),var(--panel))}
  .heat td.hot{color:var(--hot)}.heat td.none{background:none}
  .heat.dense td{font-size:0;height:1.1rem;padding:0}.heat.dense{border-spacing:1px}
  .cards{display:grid;gap:1.25rem}
  .card{border:1px solid var(--rule);border-radius:10px;padding:1rem 1.15rem 1.15rem;min-width:0}
  .card h3{overflow-wrap:anywhere}.card h3 small{color:var(--soft);font-weight:400}
  .card>*+*{margin-top:.75rem}
  .facts{display:flex;flex-wrap:wrap;gap:.5rem 2rem}
  .facts dt{color:var(--soft);font-size:.8125rem}.facts dd{font-weight:600}
  footer{margin-top:3.5rem;padding-top:1rem;border-top:1px solid var(--rule)}
  @media(max-width:640px){body{padding:1.25rem 1rem 2rem}h1{font-size:1.35rem}section{margin-top:2.25rem}
  .tiles{grid-template-columns:1fr 1fr}.tiles li{padding:.7rem .8rem}.tiles .value{font-size:1.35rem}
  .findings summary{grid-template-columns:1fr auto}.findings summary .title{grid-column:1/-1;grid-row:2}
  .findings .body{padding-left:.25rem}.plot,.axis{margin-left:3.25rem}.axis .minor{display:none}
  th,td{padding-left:.5rem;padding-right:.5rem}tbody th{max-width:11rem}
  .scroll tbody th,.scroll thead th:first-child{position:sticky;left:0;background:var(--bg)}
  .heat td{font-size:0;height:1rem;padding:0}.heat{border-spacing:1px}.heat thead th:nth-child(even){font-size:0}}
  @media print{:root{color-scheme:light;--bg:#fff;--ink:#000;--soft:#444}body{max-width:none;padding:0;font-size:10.5pt}
  nav,.skip{display:none}section,.card{break-inside:auto}.findings>li,figure,.tiles,tr{break-inside:avoid}
  details::details-content{content-visibility:visible;height:auto;opacity:1}th button::after{content:""}
  table{font-size:8.5pt}tbody th{min-width:0}
  .more{display:none}.scroll{overflow:visible}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
  @media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}

  """
