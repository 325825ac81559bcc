import { useState } from 'react';

interface AvatarProps {
  readonly name: string;
  readonly picture: string | null;
}

/** The picture of a person, or initials. */
export function Avatar({ name, picture }: AvatarProps) {
  const [isBroken, setBroken] = useState(false);
  if (picture !== null && !isBroken) {
    return <img className="avatar" src={picture} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />;
  }
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const initials = [first, last].map((word) => [...(word ?? '')].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '');
  return (
    <span className="avatar" aria-hidden="true">
      {initials.join('').toUpperCase()}
    </span>
  );
}
