/// The style of the archive's page, beside that of all pages.
let archiveStyle: StaticString = """
  :root{--lightgood:#cfe9d8;--lightfair:#f6dfae;--lightbad:#f3c0bb}
  @media(prefers-color-scheme:dark){:root{--lightgood:#1d4a30;--lightfair:#5a4313;--lightbad:#6b2a24}}
  table{border-collapse:separate;border-spacing:2px;font-size:.875rem;width:100%}
  th,td{padding:.36rem .5rem;text-align:left;vertical-align:baseline}
  thead th{color:var(--soft);font-weight:500;font-size:.8125rem}
  tbody th{font-weight:500;white-space:nowrap}
  .scroll{overflow-x:auto}
  .light{border-radius:4px;text-align:right;white-space:nowrap;color:var(--ink)}
  .light.good{background:var(--lightgood)}.light.fair{background:var(--lightfair)}.light.bad{background:var(--lightbad)}
  .light.bad{font-weight:650}.light.none{background:var(--panel)}
  thead th:nth-child(n+2):nth-child(-n+8){text-align:right}
  .legend{margin-bottom:.6rem;line-height:2}.legend .light{display:inline-block;padding:0 .5rem;
  margin-right:.4rem}
  footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--rule)}
  .reports{min-width:16rem}.reports p+p{margin-top:.3rem}
  input{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--rule);border-radius:6px;
  padding:.25rem .5rem;margin-bottom:.75rem}
  .curves{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1.5rem}
  .curves figcaption{font-size:.8125rem;color:var(--soft);margin-bottom:.35rem}.curves b{color:var(--ink)}
  .curves svg{display:block;width:100%;height:4.5rem;border-bottom:1px solid var(--rule)}
  .curve{fill:none;stroke:var(--p95);stroke-width:2;vector-effect:non-scaling-stroke;stroke-linejoin:round;
  stroke-linecap:round}
  @media(max-width:44rem){.calendar thead tr,.calendar tbody tr{display:grid;grid-template-columns:4.6rem repeat(7,1fr)}
  .calendar thead th:last-child{display:none}.calendar .reports{grid-column:1/-1;min-width:0;padding:.2rem .25rem .9rem}
  .calendar .reports:empty{display:none}.calendar tr{gap:2px;padding-bottom:2px}
  .calendar th,.calendar td{font-size:.6875rem;padding:.36rem .15rem}.calendar .reports{font-size:.8125rem}}

  """

/// Hides the weeks whose text and titles do not hold what is searched for.
let archiveScript: StaticString = """
  "use strict";
  const field = document.getElementById("search");
  field?.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    for (const row of document.querySelectorAll(".calendar tbody tr")) {
      const titles = [...row.querySelectorAll("[title]")].map(cell => cell.title).join(" ");
      row.hidden = !(row.textContent + " " + titles).toLowerCase().includes(wanted);
    }
  });

  """
