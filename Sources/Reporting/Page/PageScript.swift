/// The only script of the HTML report: sorts tables, opens what a link or the printer wants to see.
///
/// Without it everything can be read; column titles are then no buttons.
let pageScript: StaticString = """
  "use strict";
  for (const table of document.querySelectorAll("table.sortable")) {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const numeric = head.classList.contains("n");
        const now = head.getAttribute("aria-sort");
        const order = now ? (now === "ascending" ? "descending" : "ascending") : (numeric ? "descending" : "ascending");
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", order);
        const sign = order === "ascending" ? 1 : -1;
        const key = row => {
          const cell = row.cells[column];
          const value = cell.dataset.v ?? (numeric ? cell.textContent.replace(/[^0-9.eE+-]/g, "") : "");
          return value === "" || Number.isNaN(Number(value)) ? null : Number(value);
        };
        const rows = [...table.tBodies[0].rows];
        rows.sort((a, b) => {
          const [x, y] = [key(a), key(b)];
          if (x !== null && y !== null) return sign * (x - y);
          if (x !== null || y !== null) return x === null ? 1 : -1;
          return sign * a.cells[column].textContent.localeCompare(b.cells[column].textContent, "en");
        });
        table.tBodies[0].append(...rows);
      });
    });
  }
  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    const details = target && (target.closest("details") ?? target.querySelector("details"));
    if (details) details.open = true;
  };
  addEventListener("hashchange", reveal);
  addEventListener("beforeprint", () => document.querySelectorAll(".findings details").forEach(d => { d.open = true; }));
  reveal();

  """
