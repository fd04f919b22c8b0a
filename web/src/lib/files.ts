/** Files and sheets of paper that leave the page. */

/** Have the browser keep a text as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 5000);
}

/** A tab of its own for a printed sheet, opened while the click is fresh; null where the browser does not let it. */
export function openPaper(): { show: (html: string) => void; close: () => void } | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  return {
    show: (html) => {
      const sheet = new DOMParser().parseFromString(html, 'text/html');
      for (const link of sheet.querySelectorAll('link')) link.href = new URL(link.getAttribute('href') ?? '', location.href).href;
      const text = `<!doctype html>${sheet.documentElement.outerHTML}`;
      tab.location.href = URL.createObjectURL(new Blob([text], { type: 'text/html;charset=utf-8' }));
    },
    close: () => tab.close(),
  };
}
