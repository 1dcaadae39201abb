import { Component, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { message } from '../../protocol/catalogue/catalogue';
import { Icon } from './icon';

interface FaultBoundaryProps {
  readonly children: ReactNode;
}

/** Keeps a fault of one part of the screen from taking the rest with it, and offers to draw that part anew. */
export class FaultBoundary extends Component<FaultBoundaryProps, { readonly fault: string | null }> {
  override readonly state: { readonly fault: string | null } = { fault: null };

  static getDerivedStateFromError(error: unknown): { readonly fault: string } {
    return { fault: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.fault === null) return this.props.children;
    return (
      <div className="empty" role="alert">
        <p>
          <Icon name="warning" className="tone-bad" /> {message('app.fault')}
        </p>
        <p className="mono wrap">{this.state.fault}</p>
        <p>
          <Button className="button" onPress={() => this.setState({ fault: null })}>
            {message('app.fault.again')}
          </Button>
        </p>
      </div>
    );
  }
}
