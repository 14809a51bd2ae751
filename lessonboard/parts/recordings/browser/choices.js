// What tells a recorded element apart for people: which of several it is, what stands beside it.
((where) => {
  const { squeeze, isShown, chunks, signature, isTwin } = where;
  const KINDS = { tab: "tab", option: "option", menuitem: "item", menuitemradio: "item",
    menuitemcheckbox: "item", treeitem: "item", radio: "choice", checkbox: "choice", link: "link" };
  const NEVER = new Set(["button", "switch", "textbox", "searchbox", "combobox", "spinbutton",
    "slider", "listbox"]);
  const ROUTE = "nav, header, footer, [role=navigation], [role=banner], [role=contentinfo], "
    + "thead, [role=columnheader], button, select, [role=button], [contenteditable]";
  const PRESSED = /\bbtn|button|submit/i;  // elements that are made to look like buttons
  const FIELDS = "input:not([type=hidden]), select, textarea";
  const FEW = 5, SHORT = 80, LABEL = 40, WORD = /\p{L}/u;

  const worded = (each) => squeeze(each.labels?.length ? each.labels[0].innerText
    : each.innerText ?? each.textContent);  // a drawing has no other
  const isLike = (one, other) => isTwin(one, other) && (one.type || "") === (other.type || "");
  // Those that stand in the same way beside an element: alike, with other words.
  const rivals = (element) => {
    const own = worded(element), tag = element.tagName.toLowerCase();
    for (let each = element, n = 0; each.parentElement && n < FEW; each = each.parentElement, n++) {
      const others = Array.from(each.parentElement.children).filter((other) => isLike(each, other))
        .flatMap((other) => each === element ? other : Array.from(other.querySelectorAll(tag))
          .filter((twin) => isLike(element, twin)).slice(0, 1));
      const alike = others.filter((other) => isShown(other) && worded(other)
        && worded(other) !== own);
      if (alike.length) return { group: each.parentElement, alike };
    }
    return null;
  };
  // What a page marks as of one kind is one of several wherever it stands, shown now or not.
  const ofOneKind = (element) => {
    const mark = element.classList[0], own = worded(element);
    const all = mark ? Array.from(document.querySelectorAll(
      `${element.tagName.toLowerCase()}.${CSS.escape(mark)}`)) : [];
    const alike = all.filter((other) => other !== element && squeeze(other.textContent)
      && squeeze(other.textContent) !== own);
    return alike.length ? { group: element.parentElement, alike } : null;
  };
  // The page that a link leads to, whichever of its records: links to other pages are the route.
  const leadsTo = (element) => (element.closest("a[href]")?.pathname || "")
    .replace(/[0-9a-f-]{8,}|\d+/gi, "0");
  // Which of several was chosen: a tab, an option, a box, a link, a text. Buttons do what they say.
  const choice = (element, role) => {
    const own = worded(element), kind = element.closest("[role=tab]") ? "tab" : KINDS[role] || "item";
    const isOption = role !== "link" && role in KINDS;
    if (NEVER.has(role) || !own || own.length > SHORT || (!isOption && !WORD.test(own))) return null;
    if (!isOption && (element.closest(ROUTE) || PRESSED.test(element.className))) return null;
    const found = rivals(element) || (role ? null : ofOneKind(element));
    const kin = found ? found.alike.filter((other) => leadsTo(other) === leadsTo(element)) : [];
    return kin.length ? { kind, group: found.group, among: kin.length + 1 } : null;
  };

  // What a form says of a field that is not labelled for it, and how to find the field by that.
  const quoted = (text) => JSON.stringify(text);
  const beside = (field) => {
    for (let line = field.parentElement, n = 0; line && n < 2; line = line.parentElement, n++) {
      const [text, ...more] = chunks(line, field);
      if (!text) continue;
      if (more.length || text.length > LABEL || line.querySelectorAll(FIELDS).length > 1) return before(field);
      const is = `:text-is(${quoted(text)})`, tag = signature(line);
      const ways = [`${tag}:has(> ${is})`, `${tag}:has(${is})`, `${tag}${is}`];
      return { text, ways: ways.map((way) => `${way} ${field.tagName.toLowerCase()}`) };
    }
    return before(field);
  };
  const before = (field) => {
    for (let node = field.previousSibling; node; node = node.previousSibling) {
      if (node.nodeType === 1 && (node.matches(FIELDS) || node.querySelector(FIELDS))) break;
      const text = squeeze(node.nodeType === 1 ? node.innerText : node.data);
      if (text && node.nodeType !== 8) return { text: text.slice(0, LABEL), ways: [] };
    }
    return { text: "", ways: [] };
  };
  return { choice, beside };
})
