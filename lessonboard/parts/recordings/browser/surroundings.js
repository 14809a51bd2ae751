// Find the surroundings of elements (the row, list item or card with what it says, the heading, the
// form), and what a page says.
// Used while recording and on a rerun, so that the two can be compared.
(() => {
  const ROWS = "tr, [role=row], li, [role=listitem], [role=treeitem], article, [role=article]";
  const CELLS = "td, th, [role=cell], [role=gridcell], [role=rowheader], [role=columnheader]";
  const MENUS = "nav, thead, footer, [role=navigation], [role=menu], [role=menubar], "
    + "[role=tablist], [role=toolbar], [role=listbox]";
  const CONTROLS = "button, input, select, textarea, option, script, style, template, noscript, "
    + "[role=button], [role=checkbox], [role=switch]";
  const HEADINGS = "h1, h2, h3, h4, h5, h6, legend, caption, [role=heading]";
  const TICKED = `:is(${ROWS}) :is(input[type=checkbox]:checked, [role=checkbox][aria-checked=true])`;
  const TITLES = "h1, h2, h3, [role=heading]";
  const MESSAGES = "[role=alert], [role=status], [aria-live=polite], [aria-live=assertive], "
    + ".alert, .flash, .toast, .notification, .messagelist li, .messages li, .message, "
    + "[class^=message]";
  const WORDY = /\p{L}{2,}/u;
  const MOST_SIBLINGS = 500, MOST_SAID = 10, LONGEST = 200;

  const squeeze = (text) => (text || "").replace(/\s+/g, " ").trim().slice(0, LONGEST);
  const above = (element) => element.parentElement || element.getRootNode().host || null;
  let ignored = null;
  const isShown = (element) => !ignored?.has(element) && (!element.checkVisibility
    || element.checkVisibility({ visibilityProperty: true }));
  const without = (elements, work) => {  // as the page would be without some elements
    ignored = elements;
    try { return work(); } finally { ignored = null; }
  };
  const within = (root, node) => { for (let each = node; each; each = above(each)) {
    if (each === root) return true;
  } return false; };

  // What an image shows, or a field of a row that is edited in place holds.
  const held = (node) => node.matches("img[alt]") ? node.alt
    : node.matches("tr input:not([type]), tr input[type=text], [role=row] input[type=text]")
      ? node.value : "";
  // The visible texts in an element that are not those of controls; `but` is left out as well.
  const chunks = (root, but = null) => {
    const found = [];
    const visit = (node) => {
      if (node.nodeType === 3) {
        if (node.data.trim()) found.push(squeeze(node.data));
      } else if (node.nodeType === 1 && node !== but && isShown(node) && held(node)) {
        found.push(squeeze(held(node)));
      } else if (node.nodeType === 1 && node !== but && !node.matches(CONTROLS) && isShown(node)) {
        (node.shadowRoot || node).childNodes.forEach(visit);
      }
    };
    (root.shadowRoot || root).childNodes.forEach(visit);
    return found;
  };
  const isTable = (row) => row.matches("tr, [role=row]");
  const cellsOf = (row, but = null) => {
    const own = isTable(row) ? Array.from(row.querySelectorAll(CELLS))
      .filter((cell) => cell.closest("tr, [role=row]") === row) : [];
    return own.length ? own.map((cell) => squeeze(chunks(cell, but).join(" ")))
      : chunks(row, but);
  };
  const siblingsOf = (row) => {
    if (!isTable(row)) {
      return Array.from(above(row)?.children || []).filter((each) => each.tagName === row.tagName);
    }
    const table = row.closest("table, [role=table], [role=grid], [role=treegrid]") || above(row);
    return Array.from(table ? table.querySelectorAll("tr, [role=row]") : [row]).filter((each) =>
      !each.closest("thead") && each.querySelector("td, [role=cell], [role=gridcell]"));
  };
  const headersOf = (row) => {
    if (!isTable(row)) return [];
    const table = row.closest("table, [role=table], [role=grid], [role=treegrid]");
    const first = table && Array.from(table.querySelectorAll("tr, [role=row]")).find((each) =>
      each.querySelectorAll("th, [role=columnheader]").length > 1 && each !== row);
    return first ? Array.from(first.querySelectorAll(CELLS), (cell) =>
      squeeze(cell.innerText)) : [];
  };

  // The line of a form says what its fields are called, and nothing more: it is no row.
  const isFormLine = (row, element) => {
    if (headersOf(row).length) return false;
    const fields = Array.from(row.querySelectorAll("input, select, textarea")).filter(
      (each) => isField(each) && each.type !== "hidden" && !held(each));
    const own = element.labels?.length ? chunks(element.labels[0]).join(" ") : "";
    const said = chunks(row).length;
    if (own) return own === chunks(row).join(" ");
    return fields.some(isBare) && said > 0 && said <= fields.length;
  };
  const isBare = (field) => field.labels?.length > 0
    || !(field.getAttribute("aria-label") || field.placeholder);
  // Whether two siblings are of one kind: by class, else neither has one, nor an id of its own.
  const isTwin = (one, other) => one !== other && one.tagName === other.tagName
    && (one.classList.length || other.classList.length
      ? Array.from(one.classList).some((name) => other.classList.contains(name))
      : one.id.replace(/\d+/g, "") === other.id.replace(/\d+/g, ""));
  // The row of an element: semantic, or else the ancestor that repeats with an alike element in it.
  // `like` is how such a row was written when it was recorded, for when it is the last one left.
  const rowOf = (element, alike, like) => {
    let plain = null, isInLine = false;
    for (let each = element; each && each !== document.body; each = above(each)) {
      if (each.matches(MENUS)) return plain;
      const isLike = each.matches(ROWS) || (like && each.matches(like));
      const repeats = isLike || alike.some((other) => other !== element && !within(each, other)
        && Array.from(above(each)?.children || []).some((twin) =>
          isTwin(each, twin) && within(twin, other)));
      const says = repeats ? chunks(each, each === element ? null : element) : [];
      if (!says.length) continue;
      isInLine ||= isFormLine(each, element);
      if (isInLine && (isFormLine(each, element) || siblingsOf(each).length < 2)) continue;
      if (says.some((text) => WORDY.test(text)) || !each.matches("li")) return each;
      plain ||= each;  // a list of buttons and counts, perhaps in a row
    }
    return plain;
  };
  const isField = (element) => element.matches("select, textarea, [contenteditable]")
    || (element.matches("input")
      && !["checkbox", "radio", "button", "submit", "image"].includes(element.type));
  // A lone field is in a row where that is one of a table of data, not the line of a form.
  const isInData = (field) => {
    const row = field.closest("tr, [role=row]");
    const cells = row ? Array.from(row.querySelectorAll("td, [role=cell], [role=gridcell]")) : [];
    return headersOf(row || field).length > 0 && cells.some((cell) =>
      !cell.contains(field) && !cell.querySelector("label") && chunks(cell).length > 0);
  };
  const keyOf = (row, element, cells, others) => {
    const places = cells.map((_, n) => n).filter((n) => cells[n] && others.every((other) =>
      isTable(row) ? other[n] !== cells[n] : !other.includes(cells[n])));
    const own = squeeze(element.innerText);
    const heads = isTable(row) ? Array.from(row.querySelectorAll(CELLS),
      (cell) => cell.matches("th, [role=rowheader]")) : [];
    const links = cells.map((cell) => cell === own && own);
    return [(n) => links[n], (n) => heads[n], (n) => WORDY.test(cells[n]), () => true]
      .map((fits) => places.find(fits)).find((n) => n !== undefined);
  };
  const signature = (row) => row.tagName.toLowerCase()
    + Array.from(row.classList).slice(0, 3).map((name) => `.${CSS.escape(name)}`).join("");
  const surroundedBy = (row, element) => {
    const siblings = siblingsOf(row).slice(0, MOST_SIBLINGS);
    const others = siblings.filter((each) => each !== row).map((each) => cellsOf(each));
    const cells = cellsOf(row, isField(element) ? element : null);
    const key = keyOf(row, element, cells, others);
    const isItem = row.matches("li, [role=listitem], [role=treeitem]");
    return {
      kind: isTable(row) ? "row" : isItem ? "item" : "card", cells,
      headers: headersOf(row), selector: signature(row),
      ...(key === undefined ? {} : { key }),
      twins: others.filter((other) => other.join("\n") === cells.join("\n")).length,
      same: cells.map((cell, n) => others.length > 0 && cell !== "" && others.every((other) =>
        isTable(row) ? other[n] === cell : other.includes(cell))),
    };
  };
  const headingOf = (element) => {
    const dialog = element.closest("dialog, [role=dialog], [role=alertdialog]");
    const all = (dialog || element.getRootNode()).querySelectorAll(HEADINGS);
    const before = Array.from(all).filter((each) => isShown(each)
      && each.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
    return before.length ? squeeze(before[before.length - 1].innerText) : "";
  };
  // What is over an element or row itself, not in a neighbour: a heading, a row of a table that
  // names a group, else the outer row.
  const headIn = (node) => {
    if (node.matches("tr")) {
      return node.cells.length === 1 && node.cells[0].matches("th") ? node : null;
    }
    if (node.matches(HEADINGS)) return node;
    const head = node.querySelector(HEADINGS);  // perhaps with buttons beside it
    return head && chunks(head).join(" ") === chunks(node).join(" ") ? head : null;
  };
  const sectionOf = (start) => {
    for (let each = start; each && each !== document.body.parentElement; each = above(each)) {
      for (let node = each.previousElementSibling; node; node = node.previousElementSibling) {
        const isAlike = node.querySelector(CONTROLS) && isTwin(node, each);  // a neighbour
        const head = isShown(node) && !isAlike && headIn(node);
        if (head) return squeeze(head.innerText);
      }
      if (each !== start && start.matches(ROWS) && each.matches(ROWS)) return chunks(each)[0] || "";
    }
    return "";
  };
  const formOf = (element) => {
    const form = element.form || element.closest("form");
    if (!form) return "";
    const action = form.getAttribute("action") || "";
    return squeeze(form.getAttribute("aria-label") || form.getAttribute("name")
      || form.getAttribute("id")
      || (action && new URL(action, document.baseURI).pathname));
  };
  const submits = (element) => {
    const form = element.form || element.closest("form");
    const sends = element.matches("button:not([type]), [type=submit], [type=image]");
    const method = form?.getAttribute("method") || "";  // a field may be called `method`
    return Boolean(sends && method.toLowerCase() === "post");
  };
  // Whether a button opens something, or sends a form that only asks: a search.
  const opens = (element) => element.matches("summary, [aria-haspopup]:not([aria-haspopup=false]), "
    + "[aria-expanded], [role=tab]");
  const asks = (element) => {
    const form = element.form || element.closest("form");
    const [method, action] = ["method", "action"].map((name) => form?.getAttribute(name) || "");
    return Boolean(form && element.matches("button:not([type]), [type=submit], [type=image]")
      && (form.closest("search, [role=search]") || method.toLowerCase() === "get"
        || (action && !method && !element.getAttribute("formmethod"))));
  };
  // What a picture in it is called: its text, or the words of its classes, without their prefixes.
  const iconOf = (element) => squeeze([element, ...element.querySelectorAll("*")].slice(0, 20)
    .filter((each) => each.matches("img, svg, i, use, title, [class*=icon], input[type=image]"))
    .map((each) => [each.getAttribute("alt"), each.matches("title") && each.textContent,
      (each.getAttribute("href") || "").split("#")[1], each.getAttribute("class")]
      .filter(Boolean).join(" ")).join(" ").replace(/\b(fa\w?|icon|svg|glyphicon|bi|mdi)\b-?/g, ""));
  const dialogOf = (element) => {
    const dialog = element.closest("dialog, [role=dialog], [role=alertdialog], [aria-modal=true]");
    return dialog ? squeeze(chunks(dialog).join(" ")) : "";
  };
  const factsOf = (element) => ({ title: squeeze(element.getAttribute("title")),
    icon: iconOf(element), dialog_text: dialogOf(element), opens: opens(element),
    asks: asks(element), form_action: element.getAttribute("formaction") || "" });
  const ticked = () => document.querySelectorAll(TICKED).length;
  const hrefOf = (element) => element.closest("a[href]")?.href || "";

  // `rows`: whether fields are in rows as well; see `rowOf` for `like`.
  const surroundings = (elements, rows, like = "") => elements.map((element) => {
    const isAlone = isField(element) && !rows && !isInData(element);
    const row = isAlone ? null : rowOf(element, elements, like);
    return {
      ...(row ? { within: surroundedBy(row, element) } : {}),
      heading: headingOf(element), section: sectionOf(row || element), form: formOf(element),
      href: hrefOf(element), submits: submits(element), ticked: ticked(), ...factsOf(element),
    };
  });
  const texts = (page, selector) => Array.from(page.querySelectorAll(selector)).filter(isShown)
    .map((each) => squeeze(each.innerText)).filter(Boolean).slice(0, MOST_SAID);
  const shows = (page = document) => ({ text: page.body?.innerText || "",
    headings: texts(page, TITLES), messages: texts(page, MESSAGES) });
  return { surroundings, shows, signature, squeeze, isShown, chunks, without, rowOf, cellsOf, isTwin };
})()
