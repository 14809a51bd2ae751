// What a page became, for its test: on the body, and at /done before anything else happens.
const report = (state) => {
  Object.assign(document.body.dataset, state);
  const request = new XMLHttpRequest();
  request.open("GET", "/done?" + new URLSearchParams(state), false);
  request.send();
};
