// Draws the charts, and makes tables sortable and searchable. Nothing is fetched.
(() => {
  "use strict";
  const SHOWN = 20; // rows of a table that is there to be searched, before "Show all"
  const PRINTED = 40; // a chart's numbers are printed with it, if they are no longer than this

  // ------------------------------------------------------------------------------------------------------- charts

  const specs = JSON.parse(document.getElementById("specs").textContent);

  async function draw(place) {
    const spec = specs[place.dataset.chart];
    try {
      await vegaEmbed(place, spec, { actions: false, renderer: "svg" });
    } catch (error) {
      place.textContent = `This chart could not be drawn: ${error}`;
      place.classList.add("error");
      console.error(error);
    }
  }

  const charts = [...document.querySelectorAll("[data-chart]")];
  Promise.all(charts.map(draw)).then(() => { document.documentElement.dataset.drawn = charts.length; });

  // ------------------------------------------------------------------------------------------------------- tables

  /** What a row is sorted by in a column: its number, or its text. */
  function keyOf(row, column) {
    const cell = row.cells[column];
    return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);
  }

  /** Ascending order; what is not known comes last in both directions. */
  function compare(a, b, sign) {
    if (typeof a === "string") return sign * a.localeCompare(b);
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
    return sign * (a - b);
  }

  class Table {
    constructor(table) {
      this.body = table.tBodies[0];
      this.rows = [...this.body.rows];
      this.words = this.rows.map((row) =>
        [...row.cells].filter((cell) => cell.dataset.v === undefined).map((cell) => cell.textContent).join(" ").toLowerCase());
      this.matches = () => true;
      this.most = Infinity;
      this.heads = [...table.tHead.rows[0].cells];
      this.heads.forEach((head, column) => head.addEventListener("click", () => this.sort(head, column)));
    }

    sort(head, column) {
      // Numbers are sorted from the top first, names from A.
      const first = head.classList.contains("number") ? "descending" : "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = head.getAttribute("aria-sort") === first ? other : first;
      for (const one of this.heads) one.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const places = this.rows.map((row, i) => i);
      places.sort((i, j) => compare(keyOf(this.rows[i], column), keyOf(this.rows[j], column), sign));
      this.words = places.map((i) => this.words[i]);
      this.rows = places.map((i) => this.rows[i]);
      this.show();
    }

    show() {
      const found = this.rows.filter((row, i) => this.matches(row, this.words[i]));
      this.body.replaceChildren(...found.slice(0, this.most));
      return found.length;
    }
  }

  /** A table with a search field, a choice of sizes, and a button that shows all rows. */
  function browse(place) {
    const table = new Table(place.querySelector("table"));
    const [search, size, more] = ["input", "select", ".more"].map((name) => place.querySelector(name));
    const sizeColumn = table.heads.findIndex((head) => head.textContent === "size");
    table.most = SHOWN;
    table.matches = (row, words) =>
      search.value.toLowerCase().split(/[\s,+]+/).every((word) => words.includes(word)) &&
      (!size || !size.value || row.cells[sizeColumn].dataset.v === size.value);
    const update = () => {
      const found = table.show();
      const shown = Math.min(found, table.most);
      place.querySelector("output").textContent = `${shown.toLocaleString("en")} of ${found.toLocaleString("en")} rows`;
      more.hidden = found <= SHOWN;
      more.textContent = table.most === SHOWN ? "Show all" : `Show ${SHOWN}`;
    };
    search.addEventListener("input", update);
    if (size) size.addEventListener("change", update);
    more.addEventListener("click", () => {
      table.most = table.most === SHOWN ? Infinity : SHOWN;
      update();
    });
    update();
  }

  document.querySelectorAll(".browse").forEach(browse);
  document.querySelectorAll(":not(.browse) > .scroll > table").forEach((table) => new Table(table));

  addEventListener("beforeprint", () => {
    for (const numbers of document.querySelectorAll("details.numbers")) {
      numbers.open = numbers.querySelectorAll("tbody tr").length <= PRINTED;
    }
  });
})();
