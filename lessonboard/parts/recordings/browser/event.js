// What events are about: the element that is meant, where and when, and who dispatched them.
((isSecret, { describe, state, without }) => {
  const AREAS = "alertdialog application banner complementary contentinfo dialog document form grid "
    + "group list listbox log main menu menubar navigation none presentation radiogroup region "
    + "rowgroup search status table tablist tabpanel toolbar tree treegrid";
  const ACTIVE = "button, a[href], input, select, textarea, summary, option, label, [onclick], "
    + "[contenteditable], [draggable=true], "
    + `[role]:not(${AREAS.split(" ").map((role) => `[role=${role}]`)})`;
  const WITHOUT_TEXT = new Set(["checkbox", "radio", "button", "submit", "reset", "file", "image",
    "range", "color"]);
  const SET = new Set(["range", "color", "date", "time", "datetime-local", "month", "week"]);

  const path = (event) => event.composedPath()[0];
  const element = (node) => (node.nodeType === 1 ? node : node.parentElement) || document.body;
  const isShown = (each) => each.checkVisibility(
    { opacityProperty: true, visibilityProperty: true })
    && each.getBoundingClientRect().width * each.getBoundingClientRect().height > 4;
  // What takes the focus, unless it is a list: of one with items, the item is meant.
  const focused = (start, holder) => {
    for (let each = start; holder && each !== holder; each = each.parentElement) {
      const isItem = (other) => other !== each && other.tagName === each.tagName
        && other.classList[0] === each.classList[0] && other.innerText?.trim();
      if (!each.parentElement || Array.from(each.parentElement.children).some(isItem)) return each;
    }
    return holder;
  };
  const actedOn = (node) => {
    const start = element(node);
    const found = start.closest(ACTIVE) || focused(start, start.closest("[tabindex]")) || start;
    const control = found.tagName === "LABEL" && found.control;
    return control && isShown(control) ? control : found;
  };
  const isSelect = (each) => each.tagName === "SELECT";
  const isText = (each) => each.isContentEditable || each.tagName === "TEXTAREA"
    || (each.tagName === "INPUT" && !WITHOUT_TEXT.has(each.type));
  const isSet = (each) => each.tagName === "INPUT" && SET.has(each.type);
  const isCombobox = (each) => each.matches?.("[role=combobox], [aria-haspopup=listbox], "
    + "[aria-autocomplete=list], [aria-autocomplete=both]");

  const point = (event) => {
    let [x, y, view] = [event.clientX, event.clientY, window];
    try {
      for (; view.frameElement; view = view.parent) {
        const box = view.frameElement.getBoundingClientRect();
        [x, y] = [x + box.x, y + box.y];
      }
    } catch { /* a frame of another origin does not say where it is */ }
    return { x: Math.round(x), y: Math.round(y) };
  };
  const whole = () => {  // the top page, if the frame may access it
    try { return window.top.document; } catch { return document; }
  };
  const clock = (event) => (performance.timeOrigin + event.timeStamp) / 1000;
  const moment = (event) => ({
    at: clock(event), url: whole().location.href,
    title: whole().title, state: state(whole()), framed: window !== window.top,
  });

  const isPage = (each) => each === document.body || each === document.documentElement;
  const said = (each) => isPage(each) ? {} : describe(each, isSecret);

  const numbers = new WeakMap();
  let fields = 0;
  const field = (each) => {
    if (!numbers.has(each)) numbers.set(each, ++fields);
    return `${performance.timeOrigin} ${numbers.get(each)}`;
  };

  // Playwright's `fill` and `select_option` dispatch events as scripts do. Those of the page have
  // its address on the stack; what a driver or the console evaluates has none.
  const Trace = Error;
  const isByPage = () => {
    const limit = Trace.stackTraceLimit;
    Trace.stackTraceLimit = 100;
    const stack = new Trace().stack;
    Trace.stackTraceLimit = limit;
    return typeof stack !== "string" || /\b(?:https?|file|blob|data|about|filesystem):/.test(stack);
  };
  const isByUser = (event) => event.isTrusted || !isByPage();

  return { path, element, actedOn, isShown, isSelect, isText, isSet, isCombobox, point, clock,
    moment, field, isByUser, isSecret, said, without };
})
