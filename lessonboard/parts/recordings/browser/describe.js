// Describe an element for finding it again, by the engine that will look for it: Playwright's own,
// whose console API (`window.playwright`) the recorder has put into the page.
((where, choices) => {
  const { squeeze, isShown, signature } = where;
  const FIRST = /^- (['"]?)([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?/;
  const GENERATED = /\d{3,}|[0-9a-f]{8}|^:r|^radix|^ember/i;  // ids that differ from visit to visit
  const engine = () => window.playwright;
  const quoted = (text) => JSON.stringify(text);
  const all = (selector) => {
    try { return engine().$$(selector); } catch { return []; }
  };

  // Role and accessible name as Playwright computes them; "" where the element has no role.
  const spoken = (element) => {
    if (!engine()) return { role: "", name: "" };
    const first = engine().ariaSnapshot(element).split("\n", 1)[0];
    const line = first.startsWith("- '") ? first.replaceAll("''", "'") : first;
    const match = FIRST.exec(line);
    if (!match) return { role: "", name: "" };
    const role = match[2];
    let name = "";
    try { name = match[3] ? JSON.parse(match[3]) : ""; } catch { name = match[3].slice(1, -1); }
    const selector = `internal:role=${role}${name ? `[name=${quoted(name)}s]` : ""}`;
    return all(selector).includes(element) ? { role, name } : { role: "", name: "" };
  };
  const labelOf = (element) => {
    const named = (element.getAttribute("aria-labelledby") || "").split(/\s+/)
      .map((id) => (id && element.getRootNode().getElementById?.(id)?.textContent) || "").join(" ");
    const labels = Array.from(element.labels || [], (label) => where.chunks(label).join(" "));
    return squeeze(labels.join(" ")) || squeeze(named);
  };
  const testId = (element) => ["data-testid", "data-test-id", "data-test"]
    .map((name) => [name, element.getAttribute(name)]).find(([, value]) => value) || ["", ""];

  // The ways to name an element that name it alone now, the best first.
  const locators = (element, said) => {
    const [attribute, id] = testId(element);
    const stable = element.id && !GENERATED.test(element.id);
    const named = element.getAttribute("name");
    const ways = [
      ["role", said.role && said.name && `internal:role=${said.role}[name=${quoted(said.name)}s]`],
      ["label", said.label && `internal:label=${quoted(said.label)}s`],
      ["placeholder",
        said.placeholder && `internal:attr=[placeholder=${quoted(said.placeholder)}s]`],
      ["test id", id && `[${attribute}=${quoted(id)}]`],
      ["text", said.text && said.text.length < 80 && `internal:text=${quoted(said.text)}s`],
      ["id", stable && `[id=${quoted(element.id)}]`],
      ["css", named && `${element.tagName.toLowerCase()}[name=${quoted(named)}]`],
      ["generated", engine() && engine().selector(element)],
    ];
    const alone = ([by, selector]) => {
      if (!selector) return false;
      const found = all(selector);
      const isIt = found[0] === element || (by === "text" && element.contains(found[0]));
      return found.length === 1 && isIt;
    };
    return ways.filter(alone).map(([by, selector]) => ({ by, selector }));
  };

  // The way that a rerun tries first, in the order of `finding.py`.
  const mainWay = ({ role, name, label, placeholder, text, selector }) => {
    if (role && name) return `internal:role=${role}[name=${quoted(name)}s]`;
    if (label) return `internal:label=${quoted(label)}s`;
    if (placeholder) return `internal:attr=[placeholder=${quoted(placeholder)}s]`;
    return text ? `internal:text=${quoted(text)}s` : selector || "";
  };

  // A page may break any of this: an element without a place is not found again, and not wrongly.
  // `rivals` counts those of its name whose surroundings do not differ from its own.
  const stand = (among, place) => {
    try {
      const all = where.surroundings(among, among.length > 1), own = all[place];
      const isRival = (each) => ["heading", "form", "href"].every((key) => each[key] === own[key]);
      return { ...own, rivals: all.filter(isRival).length - 1 };
    } catch (error) { return { within: { kind: "row", cells: [], fault: String(error) } }; }
  };

  const choiceOf = (element, role) => {  // called as the group is, or what is around it
    const { group, ...choice } = choices.choice(element, role) || {};
    if (!group) return null;
    const around = [group, group.parentElement].filter(Boolean);
    return { ...choice, label: around.map((each) => labelled(each)).find(Boolean) || "" };
  };
  const labelled = (group) => group.matches("nav, main, body, article, section, form") ? ""
    : spoken(group).name;
  const isSwitch = (element) => ["checkbox", "radio"].includes(element.type);
  const standing = (element, said) => {  // those of its name, its place among them and around it
    const alike = all(mainWay(said)).filter(isShown);
    const self = [element, ...alike].find((each) => alike.includes(each) && element.contains(each));
    const among = self ? alike : [element], place = self ? among.indexOf(self) : 0;
    return [among, place, stand(among, place)];
  };
  const describe = (element, isSecret) => {
    const { role, name } = spoken(element);
    const holdsValue = element.matches("input, textarea, select");
    const text = holdsValue ? "" : squeeze(where.chunks(element).join(" "));
    const isNameless = holdsValue && !name && !labelOf(element) && !element.placeholder;
    const line = isNameless ? choices.beside(element) : { text: "", ways: [] };
    // A whole row that was clicked is known by what it says in its cells.
    const isRow = !holdsValue && !name && where.cellsOf(element).length > 1
      && where.rowOf(element, all(signature(element))) === element;
    const said = {
      role, name, label: labelOf(element), placeholder: squeeze(element.placeholder),
      test_id: testId(element)[1], id: element.id, tag: element.tagName.toLowerCase(),
      text: isRow ? "" : text, beside: line.text,
      input_type: isSecret(element) && element.type === "text" ? "password" : element.type || "",
      autocomplete: element.getAttribute("autocomplete") || "",
    };
    if (element.type === "checkbox") said.checked = String(element.checked);
    if (role === "switch") said.checked ||= element.getAttribute("aria-checked") || "";
    const isAlone = (way) => all(way).length === 1 && all(way)[0] === element;
    if (!name && !said.label && !said.text) {
      const isPlain = element.id && !element.classList.length && !/\d/.test(element.id);
      const ways = [...line.ways, ...(isPlain ? [`[id=${quoted(element.id)}]`] : [])];
      said.selector = ways.find(isAlone) || signature(element);
    }
    let [among, place, stands] = standing(element, said);
    const inner = element.parentElement && `${signature(element.parentElement)} > ${said.selector}`;
    if (said.selector && among.length > 1 && !stands.within && isAlone(inner)) {
      said.selector = inner;  // a picture without a name, in something that is no row
      [among, place, stands] = standing(element, said);
    }
    const isKnown = stands.within?.key !== undefined && !isSwitch(element);
    const choice = isKnown ? null : choiceOf(element, role);
    const kept = Object.entries({ ...said, ...stands, choice })
      .filter(([, value]) => value && (typeof value !== "string" || value.trim()));
    return {
      ...Object.fromEntries(kept), locators: locators(element, said),
      alike: among.length, nth: place,
    };
  };
  const state = (page = document) => {
    const { headings, messages } = where.shows(page);
    const active = document.activeElement;
    const isElement = active && active !== document.body && active.tagName !== "IFRAME";
    const { role, name } = isElement ? spoken(active) : {};
    const focus = isElement ? `${role || active.tagName.toLowerCase()} ${name}`.trim() : "";
    return { headings, messages, focus };
  };
  return { describe, state, without: where.without, hasEngine: () => Boolean(engine()) };
})
