// The one WebSocket of a tab: questions with answers, and news. It reconnects by itself.

export class Link {
  constructor(player, hear) {
    this.player = player;
    this.hear = hear;
    this.waiting = new Map();
    this.next = 1;
    this.pause = 250;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(`ws://${location.host}/tab?as=${encodeURIComponent(this.player)}`);
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("open", () => { this.pause = 250; });
    this.socket.addEventListener("close", () => {
      for (const done of this.waiting.values()) done({ error: "The sandbox is not running." });
      this.waiting.clear();
      this.hear({ op: "offline" });
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 2, 4000);
    });
  }

  receive(news) {
    if (news.op !== "done") { this.hear(news); return; }
    const done = this.waiting.get(news.ref);
    this.waiting.delete(news.ref);
    if (done) done(news);
  }

  // Resolves to the outcome; `error` in it is a sentence for the player.
  ask(what, details = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.resolve({ error: "The sandbox is not running." });
    const ref = this.next++;
    this.socket.send(JSON.stringify({ ref, do: what, ...details }));
    return new Promise((resolve) => this.waiting.set(ref, resolve));
  }
}
