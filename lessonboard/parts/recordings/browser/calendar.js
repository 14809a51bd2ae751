// Calendars as pages draw them: the date of a day in one, and the way to another date.
// Used while recording and on a rerun.
(() => {
  const DAY = /^(?:[1-9]|[12]\d|3[01])$/;
  const CELLS = "td, a, button, span, div, p, li, time, abbr, [role=gridcell]";
  const TURNS = "button, a, [role=button], [class*=prev], [class*=next], [class*=arrow]";
  const PREVIOUS = /prev|back|zurück|vorig|vorher|précéd|anterior|^[‹<«◀←❮]+$/i;
  const NEXT = /next|forward|nächst|weiter|suivant|siguiente|próxim|^[›>»▶→❯]+$/i;
  const YEAR = /year|decade|jahr|année|año|\bano\b|^(?:<<|>>|«|»)$/i;
  const LEAST = 28, MOST = 800, HIGHEST = 9;

  const said = (each) => (each.innerText || "").replace(/\s+/g, " ").trim();
  const isDay = (each) => each.textContent.length < 40 && DAY.test(said(each));
  const isShown = (each) => each.checkVisibility({ visibilityProperty: true });
  let names = null;
  const monthNamed = (word) => {  // 1 to 12, in the language of the page, the person or English
    names ||= new Map([document.documentElement.lang, navigator.language, "en"].filter(Boolean)
      .flatMap((language) => ["long", "short"].flatMap((month) => Array.from({ length: 12 }, (_, n) =>
        [new Date(2000, n, 15).toLocaleDateString(language, { month }).toLowerCase()
          .replace(/\.$/, ""), n + 1]))).reverse());
    return names.get(String(word).toLowerCase());
  };
  const monthIn = (text) => {  // the first month with its year in a text
    const year = /\b(?:19|20|21)\d\d(?!\d)/.exec(text);
    const name = (text.toLowerCase().match(/\p{L}+/gu) || []).find(monthNamed);
    if (year && name) return { year: Number(year[0]), month: monthNamed(name) };
    const plain = /\b(\d{4})\s?[-./年]\s?(\d{1,2})\b|\b(\d{1,2})\s?[-./]\s?(\d{4})\b/.exec(text);
    return plain && { year: Number(plain[1] || plain[4]), month: Number(plain[2] || plain[3]) };
  };
  const daysIn = (root) => {
    const all = root.querySelectorAll(CELLS);
    return all.length > MOST ? [] : Array.from(all).filter((each) => isDay(each)
      && !Array.from(each.children).some(isDay) && isShown(each));
  };
  const titleOf = (root) => monthIn([...Array.from(root.querySelectorAll("select"),
    (list) => list.selectedOptions[0]?.label || ""), said(root)].join(" "));
  // The month that an element is in: its root, its days in order, which year and month it is.
  const monthOf = (node) => {
    let cells = [];
    for (let each = node, n = 0; each && each !== document.body && n < HIGHEST; n++) {
      cells = cells.length ? cells : daysIn(each);
      if (cells.length && (cells.length < LEAST || new Set(cells.map(said)).size < LEAST)) cells = [];
      const shows = cells.length && titleOf(each);
      if (shows) return { root: each, cells, first: cells.findIndex((c) => said(c) === "1"), ...shows };
      each = each.parentElement;
    }
    return null;
  };
  const dateOf = (node) => {
    const day = node.closest?.(CELLS);
    if (!day || !isDay(day)) return null;
    const found = monthOf(day);
    const at = found ? found.cells.findIndex((each) => each.contains(day) || day.contains(each)) : -1;
    if (at < 0) return null;
    const last = found.cells.findIndex((each, n) => n > found.first && said(each) === "1");
    const off = at < found.first ? -1 : last > 0 && at >= last ? 1 : 0;
    const date = new Date(found.year, found.month - 1 + off, Number(said(day)));
    return { root: found.root, year: date.getFullYear(), month: date.getMonth() + 1,
      day: date.getDate() };
  };
  const called = (each) => [each.getAttribute("aria-label"), each.title, said(each),
    each.getAttribute("class")].filter(Boolean);
  const isTurn = (each, way) => called(each).some((text) => way.test(text))
    && !called(each).some((text) => YEAR.test(text));
  const isOff = (each) => each.disabled || each.matches("[aria-disabled=true], [class*=disabled]");
  // The calendar that an element turns to another month.
  const turned = (node) => {
    const turn = node.closest?.(TURNS);
    if (!turn || !(isTurn(turn, PREVIOUS) || isTurn(turn, NEXT))) return null;
    return monthOf(turn)?.root || null;
  };
  // What to click next for a date: its day, or what turns to its month.
  const toward = ({ year, month, day }) => {
    const starts = Array.from(document.querySelectorAll(CELLS)).filter((each) =>
      isDay(each) && said(each) === "15" && isShown(each)).map(monthOf).filter(Boolean);
    const here = starts.find((each) => each.year === year && each.month === month);
    if (here) {
      const cell = here.cells.slice(here.first).find((each) => said(each) === String(day));
      return { element: cell && !isOff(cell) && !isOff(cell.parentElement) ? cell : null,
        isDay: true, shown: `${here.year}-${here.month}` };
    }
    const any = starts[0];
    if (!any) return { element: null, isDay: false, shown: "" };
    const way = year * 12 + month < any.year * 12 + any.month ? PREVIOUS : NEXT;
    const turn = Array.from(any.root.querySelectorAll(TURNS)).find((each) =>
      isTurn(each, way) && isShown(each) && !isOff(each));
    return { element: turn || null, isDay: false, shown: `${any.year}-${any.month}` };
  };
  // How a field writes a date, such as "MM/DD/YYYY"; "" where that is not plain.
  const formOf = (text, date) => {
    const isDayFirst = !/^en|^$/i.test(document.documentElement.lang);
    const order = isDayFirst && !/^\d{4}/.test(text) ? ["day", "month", "year"]
      : ["month", "day", "year"];
    const left = new Set(order);
    let isPlain = true;
    const form = text.replace(/\d+|\p{L}+/gu, (part) => {
      const value = monthNamed(part) || Number(part);
      const key = order.find((name) => left.has(name) && date[name] === value
        && (name === "month" || /\d/.test(part)));
      isPlain &&= left.delete(key);
      return key && (/\d/.test(part) ? key[0].toUpperCase().repeat(part.length) : "MONTH");
    });
    return isPlain && !left.size ? form : "";
  };
  // The date that a text says in that form, or as 2016-12-05; null where it says none.
  const read = (text, form) => {
    const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim());
    const parts = text.match(/\d+|\p{L}+/gu) || [], keys = form.match(/Y+|MONTH|M+|D+/g) || [];
    const found = iso ? { Y: iso[1], M: iso[2], D: iso[3] }
      : Object.fromEntries(keys.map((key, n) => [key[0], parts[n] || ""]));
    const number = (part) => monthNamed(part) || Number(part);
    const [year, month, day] = ["Y", "M", "D"].map((key) => number(found[key]));
    const date = new Date(year, month - 1, day);
    return date.getMonth() === month - 1 && date.getDate() === day ? { year, month, day } : null;
  };
  return { dateOf, turned, toward, formOf, read };
})()
