/** The rules reader: which game's rules are open, and at which clause. */

class Reader {
  game = $state('');
  clause = $state('');

  open(game: string, clause = ''): void {
    this.clause = clause;
    this.game = game;
  }

  close(): void {
    this.game = '';
  }
}

export const reader = new Reader();
