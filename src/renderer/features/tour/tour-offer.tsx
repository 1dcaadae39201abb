import { Button } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { useActs, useApp, useAppState } from '../../app/app-context';
import './tour.css';

/** Offers the tour at the first start, and never again once it was taken or declined. Nothing waits for it. */
export function TourOffer() {
  const app = useApp();
  const acts = useActs();
  const isOffered = useAppState((it) => it.about !== null && it.settings.tourSeen !== true);
  if (!isOffered) return null;
  return (
    <div className="tour-offer">
      <span className="grow">{message('app.tour.offer')}</span>
      <Button className="button" onPress={() => app.dialog({ kind: 'tour' })}>
        {message('app.tour.take')}
      </Button>
      <Button className="button plain" onPress={() => void acts.settings({ tourSeen: true })}>
        {message('app.tour.decline')}
      </Button>
    </div>
  );
}
