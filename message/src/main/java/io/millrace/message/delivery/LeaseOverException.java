// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

/**
 * Thrown if an action requires a lease that has ended because another instance owns the partition. Nothing was done.
 */
public final class LeaseOverException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public LeaseOverException(Lease lease) {
        super(
                "another instance has taken over partition %d of %s since epoch %d"
                        .formatted(lease.partition(), lease.topic(), lease.epoch()));
    }
}
