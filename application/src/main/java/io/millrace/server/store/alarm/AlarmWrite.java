// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.alarm;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.AlarmId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.alarm.AlarmDraft;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A change of an alarm that waits for its transaction, and then has a result. */
abstract sealed class AlarmWrite {

    private final TenantId tenant;
    private final @Nullable Lease lease;
    private @Nullable AlarmChange change;

    private AlarmWrite(TenantId tenant, @Nullable Lease lease) {
        this.tenant = tenant;
        this.lease = lease;
    }

    TenantId tenant() {
        return tenant;
    }

    @Nullable Lease lease() {
        return lease;
    }

    abstract long bytes();

    /**
     * Keeps the result of a transaction. If a transaction before was committed without an answer, this one found the
     * alarm as that one had left it: then the result of that one stays.
     */
    void changed(AlarmChange result) {
        if (change == null || !change.alarm().equals(result.before())) {
            change = result;
        }
    }

    /** The result after the commit; empty: there is no such alarm. */
    Optional<AlarmChange> change() {
        return Optional.ofNullable(change);
    }

    /** Changes the active alarm, or creates one. */
    static final class Raise extends AlarmWrite {

        private static final int BYTES = 400;

        private final AlarmDraft draft;
        private final long now;
        private final AlarmId newId;

        Raise(TenantId tenant, AlarmDraft draft, long now, @Nullable Lease lease) {
            super(tenant, lease);
            this.draft = draft;
            this.now = now;
            this.newId = new AlarmId(TimeOrderedUuid.at(now));
        }

        AlarmDraft draft() {
            return draft;
        }

        /** Milliseconds since the epoch. */
        long now() {
            return now;
        }

        /** The id of the alarm if it is created. */
        AlarmId newId() {
            return newId;
        }

        @Override
        long bytes() {
            return BYTES + draft.type().length() + (long) draft.details().length();
        }
    }

    /** Clears an alarm. */
    static final class Clear extends AlarmWrite {

        private static final int BYTES = 200;

        private final AlarmId id;
        private final @Nullable String details;
        private final long now;

        Clear(
                TenantId tenant,
                AlarmId id,
                @Nullable String details,
                long now,
                @Nullable Lease lease) {
            super(tenant, lease);
            this.id = id;
            this.details = details;
            this.now = now;
        }

        AlarmId id() {
            return id;
        }

        /** The details from now on, or null: they stay. */
        @Nullable String details() {
            return details;
        }

        /** Milliseconds since the epoch. */
        long now() {
            return now;
        }

        @Override
        long bytes() {
            return BYTES + (details == null ? 0L : details.length());
        }
    }
}
