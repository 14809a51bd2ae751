// What the pages do. Attributes that only the bench needs are removed before anybody sees them.
(() => {
  const take = (name) => [...document.querySelectorAll(`[data-${name}]`)].map((one) => {
    const value = one.getAttribute(`data-${name}`);
    one.removeAttribute(`data-${name}`);
    return [one, value];
  });
  const boxes = Object.fromEntries(take("box").map(([one, name]) => [name, one]));
  const scopes = new Set(take("scope").map(([one]) => one));
  const questions = new Map(take("ask"));
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  document.body.append(status);

  const fields = (one) => {
    while (one && !scopes.has(one)) one = one.parentElement;
    const sent = new URLSearchParams();
    for (const field of one ? one.querySelectorAll("input, select, textarea") : [])
      if (["checkbox", "radio"].includes(field.type) ? field.checked : field.value)
        sent.append(field.name, field.value);
    return sent.toString();
  };
  // Synchronous: a browser that is closed after the click has sent it.
  const ask = (one, path) => {
    const [method, rest] = path.startsWith("get:") ? ["GET", path.slice(4)] : ["POST", path];
    const request = new XMLHttpRequest();
    const sent = fields(one);
    request.open(method, `/api/${rest}${method === "GET" && sent ? `?${sent}` : ""}`, false);
    request.send(method === "POST" ? sent : null);
    status.textContent = "Done.";
  };
  for (const [one, path] of take("do"))
    one.addEventListener("click", (event) => {
      event.preventDefault();
      if (!questions.has(one) || confirm(questions.get(one))) ask(one, path);
    });
  for (const [one, name] of take("show"))
    one.addEventListener("click", () => {
      const box = boxes[name];
      if (!box) return;
      if (box.tagName === "DIALOG") box.showModal();
      else box.hidden = !box.hidden;
    });
  for (const [one, name] of take("hide"))
    one.addEventListener("click", () => {
      const box = boxes[name];
      if (box.tagName === "DIALOG") box.close();
      else box.hidden = true;
    });
})();
