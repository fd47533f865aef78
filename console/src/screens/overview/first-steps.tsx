import type { Membership } from '../../api/queries/session';
import { PathLink } from '../../parts/path-link';
import { words } from '../../words/en';

const STEPS = [
  { path: '/objects/new', title: words.overview.start.object, text: words.overview.start.objectText },
  { path: '/reviews', title: words.overview.start.reviews, text: words.overview.start.reviewsText },
  { path: '/settings/members', title: words.overview.start.invite, text: words.overview.start.inviteText },
  { path: '/webhooks/new', title: words.overview.start.webhook, text: words.overview.start.webhookText },
] as const;

/** The way of a new account from an object to a webhook. */
export function FirstSteps({ account }: { readonly account: Membership }) {
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <header className="card-head">
        <h2 id="first-steps">{words.overview.start.title}</h2>
        <span className="end small muted">{words.overview.start.intro}</span>
      </header>
      <ol>
        {STEPS.map(({ path, title, text }) => (
          <li key={path}>
            <PathLink className="link" path={`/a/${account.id}${path}`}>
              {title}
            </PathLink>
            <p className="small sub">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
