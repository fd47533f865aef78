import { createContext, use, type ReactNode } from 'react';

const InMain = createContext(false);

/** The main part of a frame, which holds the screen. */
export function MainPart({ children }: { readonly children: ReactNode }) {
  return (
    <InMain value>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </InMain>
  );
}

/** The element of a screen that is shown in a frame and without one: a page has one main part. */
export const useScreenElement = (): 'main' | 'div' => (use(InMain) ? 'div' : 'main');
