/**
 * Tells the height of an element in CSS pixels, now and whenever it changes. The element must be as high as its content:
 * the page around it is never lower than the frame, so its height would never shrink.
 *
 * @returns a function that ends it
 */
export function followHeight(element: Element, tell: (height: number) => void): () => void {
  let told: number | undefined;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(element.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    tell(height);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
