import { useEffect, useState } from 'react';

/** A click that was meant for what stood here before, or for another window, comes earlier. */
const pauseMs = 500;

/** Whether the page has been in front for long enough that its reader meant to click. */
export function useAlive(): boolean {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const pause = () => {
      clearTimeout(timer);
      setAlive(false);
      timer = setTimeout(() => setAlive(true), pauseMs);
    };
    pause();
    window.addEventListener('focus', pause);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focus', pause);
    };
  }, []);
  return isAlive;
}
