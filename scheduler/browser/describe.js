// Describe an element as a person would: by its role and accessible name, as ARIA computes them.
(() => {
  const squeeze = (text) => (text || "").replace(/\s+/g, " ").trim().slice(0, 200);
  const INPUTS = { button: "button", checkbox: "checkbox", file: "button", image: "button",
    number: "spinbutton", radio: "radio", range: "slider", reset: "button", submit: "button" };
  const TAGS = { ARTICLE: "article", BUTTON: "button", DETAILS: "group", DIALOG: "dialog",
    FIELDSET: "group", H1: "heading", H2: "heading", H3: "heading", H4: "heading",
    H5: "heading", H6: "heading", IMG: "img", LI: "listitem", MAIN: "main", NAV: "navigation",
    OL: "list", OPTION: "option", P: "paragraph", TABLE: "table", TD: "cell",
    TEXTAREA: "textbox", TH: "columnheader", TR: "row", UL: "list" };
  const FROM_CONTENT = new Set(("button cell checkbox columnheader gridcell heading link menuitem "
    + "menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem"
  ).split(" "));

  const roleOf = (element) => {
    const given = (element.getAttribute("role") || "").trim().split(/\s+/)[0];
    if (given) return given;
    if (element.tagName === "A") return element.hasAttribute("href") ? "link" : "";
    if (element.tagName === "SELECT") {
      return element.multiple || element.size > 1 ? "listbox" : "combobox";
    }
    if (element.tagName === "SECTION") return named(element) ? "region" : "";
    if (element.tagName !== "INPUT") return TAGS[element.tagName] || "";
    const type = (element.type || "text").toLowerCase();
    if (INPUTS[type]) return INPUTS[type];
    if (element.list) return "combobox";
    return type === "search" ? "searchbox" : "textbox";
  };
  const named = (element) => byIds(element) || squeeze(element.getAttribute("aria-label"));
  const byIds = (element) => squeeze((element.getAttribute("aria-labelledby") || "").split(/\s+/)
    .map((id) => (id && element.getRootNode().getElementById?.(id)?.textContent) || "").join(" "));
  const isHidden = (element) => element.getAttribute("aria-hidden") === "true"
    || (element.checkVisibility && !element.checkVisibility({ visibilityProperty: true }));
  const content = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || isHidden(node)) return " ";
    if (["SCRIPT", "STYLE", "INPUT", "SELECT", "TEXTAREA"].includes(node.tagName)) return " ";
    const own = named(node) || (node.tagName === "IMG" && node.alt);
    if (own) return ` ${own} `;
    const text = Array.from(node.childNodes, content).join("");
    return getComputedStyle(node).display.startsWith("inline") ? text : ` ${text} `;
  };
  const inside = (element) => squeeze(Array.from(element.childNodes, content).join(""));
  const labelOf = (element) => squeeze(Array.from(element.labels || [], inside).join(" "));
  const nameOf = (element) => {
    const role = roleOf(element);
    const isButton = element.tagName === "INPUT" && role === "button";
    return named(element) || labelOf(element)
      || (isButton ? squeeze(element.value || element.alt || element.type) : "")
      || (element.tagName === "IMG" ? squeeze(element.alt) : "")
      || (element.tagName === "FIELDSET" ? squeeze(element.querySelector("legend")?.innerText) : "")
      || (FROM_CONTENT.has(role) ? inside(element) : "")
      || squeeze(element.title) || squeeze(element.placeholder);
  };
  const nthOf = (element, role, name) => {
    if (!role) return 0;
    const alike = Array.from(document.querySelectorAll(`${element.tagName}, [role]`))
      .filter((each) => !isHidden(each) && roleOf(each) === role && nameOf(each) === name);
    return Math.max(0, alike.indexOf(element));
  };
  const testId = (element) => element.getAttribute("data-testid")
    || element.getAttribute("data-test-id") || element.getAttribute("data-test") || "";

  const describe = (element, isSecret) => {
    const role = roleOf(element), name = nameOf(element);
    const found = {
      role, name, label: labelOf(element), placeholder: squeeze(element.placeholder),
      test_id: testId(element), id: element.id, tag: element.tagName.toLowerCase(),
      text: element.matches("input, textarea, select") ? "" : inside(element),
      input_type: isSecret(element) && element.type === "text" ? "password" : element.type || "",
      autocomplete: element.getAttribute("autocomplete") || "",
    };
    const kept = Object.entries(found).filter(([, value]) => typeof value === "string" && value);
    return { ...Object.fromEntries(kept), nth: nthOf(element, role, name) };
  };
  const state = (page = document) => {
    const isSeen = (each) => !isHidden(each) && inside(each);
    const headings = Array.from(page.querySelectorAll("h1, h2, h3, [role=heading]"))
      .filter(isSeen).slice(0, 5).map(inside);
    const active = document.activeElement;
    const focus = active && active !== document.body && active.tagName !== "IFRAME"
      ? `${roleOf(active) || active.tagName.toLowerCase()} ${nameOf(active)}`.trim() : "";
    return { headings, focus };
  };
  return { describe, state, isHidden };
})()
