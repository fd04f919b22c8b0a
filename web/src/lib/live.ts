/** The live connection to a table: it reconnects by itself, and asks for what it missed. */

import { liveAddress } from './api';
import type { ServerMessage, Language, ClientMessage } from './types';

interface Listener {
  heard: (message: ServerMessage) => void;
  line: (up: boolean) => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;
/** The codes with which the table refuses for good: wrong secret, or no such table. */
const FOR_GOOD = [4401, 4404];
const PING_EVERY = 20000;

export class Live {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private closed = false;
  private again: ReturnType<typeof setTimeout> | undefined;
  private pings: ReturnType<typeof setInterval> | undefined;
  private pinged = 0;

  constructor(
    private readonly id: string,
    private secret: string | null,
    private language: Language,
    private readonly have: () => string | null,
    private readonly listener: Listener,
  ) {
    this.open();
    addEventListener('online', this.now);
    document.addEventListener('visibilitychange', this.now);
  }

  get up(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Ask for everything again, in this language from now on. */
  look(language = this.language): void {
    this.language = language;
    this.send({ kind: 'look', lang: language });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.again);
    clearInterval(this.pings);
    removeEventListener('online', this.now);
    document.removeEventListener('visibilitychange', this.now);
    this.socket?.close();
  }

  private readonly now = () => {
    if (this.closed || this.up || this.socket?.readyState === WebSocket.CONNECTING || document.hidden) return;
    clearTimeout(this.again);
    this.open();
  };

  private send(message: ClientMessage): void {
    if (this.up) this.socket?.send(JSON.stringify(message));
  }

  private open(): void {
    const socket = new WebSocket(liveAddress(this.id));
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.pinged = 0;
      this.send({ kind: 'hello', secret: this.secret, lang: this.language, have: this.have() });
      clearInterval(this.pings);
      this.pings = setInterval(() => {
        if (this.pinged > 1) socket.close();
        else this.send({ kind: 'ping', ping: ++this.pinged });
      }, PING_EVERY);
    };
    socket.onmessage = (event) => {
      if (this.closed) return;
      let message: ServerMessage;
      try {
        message = JSON.parse(String(event.data)) as ServerMessage;
      } catch {
        return;
      }
      if (message.kind === 'pong') this.pinged = 0;
      this.listener.line(true);
      this.listener.heard(message);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      clearInterval(this.pings);
      if (this.closed || FOR_GOOD.includes(event.code)) return;
      this.listener.line(false);
      this.again = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
    };
  }
}
