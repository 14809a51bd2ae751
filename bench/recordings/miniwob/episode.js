// Runs at the end of a page: its one episode begins with SEED, lasts as long as it must, and the
// bench gets the reward. The page shows no counter and no cover, which would tell a run how it went.
(() => {
  let started = false;
  core.countdownTimer = core.clearTimer = () => {};
  core.startEpisode = () => {
    if (started) return;
    started = true;
    core.createDisplay();
    document.getElementById("reward-display").style.display = "none";
    document.getElementById("click-canvas").style.display = "none";
    core.cover_div = document.createElement("div");
    core.EPISODE_MAX_TIME = 2 ** 31 - 1;
    for (const [, address] of document.head.innerHTML.matchAll(/url\(([^)]+)\)/g))
      new Image().src = address; // else an icon has no size while its other picture is fetched
    Math.seedrandom("SEED");
    core.startEpisodeReal();
  };
  const end = core.endEpisode;
  core.endEpisode = (reward, timed, reason) => {
    if (core.EP_TIMER !== null) {
      const told = new XMLHttpRequest();
      told.open("POST", `/ended?${reward}`, false); // before the browser may be closed
      told.send();
    }
    end(reward, timed, reason);
  };
})();
