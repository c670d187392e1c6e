// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.message.delivery.Failure;
import io.millrace.server.runtime.path.PathView.ContentView;
import io.millrace.server.runtime.path.PathView.DeliveryView;
import io.millrace.server.runtime.path.PathView.ErrorView;
import io.millrace.server.runtime.path.PathView.HopView;
import io.millrace.server.store.history.KeptContent;
import io.millrace.server.store.history.KeptDelivery;
import io.millrace.server.store.history.KeptDelivery.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Shows kept messages with names. A content that equals the one before it on the path is left out. */
final class KeptViews {

    private static final String NO_ANSWER = "(no answer)";

    private final Namer namer;

    KeptViews(Namer namer) {
        this.namer = namer;
    }

    DeliveryView of(KeptDelivery kept) {
        return new DeliveryView(
                kept.id(),
                kept.deliveryId(),
                kept.instance(),
                kept.messageId(),
                kept.originator(),
                kept.type(),
                kept.outcome(),
                kept.attempts(),
                kept.endedAt(),
                kept.micros(),
                error(kept.failure()),
                kept.reasons().stream().sorted().toList(),
                content(kept, 0),
                kept.leftOut(),
                kept.branches().stream().map(branch -> branch(kept, branch)).toList());
    }

    private static @Nullable ErrorView error(@Nullable Failure failure) {
        return failure == null
                ? null
                : new ErrorView(
                        failure.error(), failure.chain(), failure.node(), failure.nodeName());
    }

    private List<HopView> branch(KeptDelivery kept, List<Visit> visits) {
        List<HopView> hops = new ArrayList<>();
        @Nullable Integer before = 0;
        for (Visit visit : visits) {
            hops.add(hop(kept, visit, before));
            before = visit.output();
        }
        return hops;
    }

    /** @param before number of the content with which the message left the hop before */
    private HopView hop(KeptDelivery kept, Visit visit, @Nullable Integer before) {
        boolean held = visit.input() != null && visit.output() != null;
        boolean unchanged = held && Objects.equals(visit.input(), visit.output());
        return new HopView(
                visit.chain(),
                namer.chain(visit.chain()),
                visit.chainVersion(),
                visit.node(),
                namer.node(visit.chain(), visit.chainVersion(), visit.node()),
                visit.label() == null ? NO_ANSWER : visit.label(),
                visit.micros() == null ? 0 : visit.micros(),
                visit.error(),
                Objects.equals(visit.input(), before) ? null : content(kept, visit.input()),
                unchanged ? null : content(kept, visit.output()),
                held ? unchanged : null);
    }

    private static @Nullable ContentView content(KeptDelivery kept, @Nullable Integer number) {
        KeptContent content = number == null ? null : kept.contents().get(number);
        return content == null
                ? null
                : new ContentView(
                        content.originator(),
                        content.type(),
                        content.dataType(),
                        content.data(),
                        content.metadata(),
                        content.truncated());
    }
}
