// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import tools.jackson.core.util.BufferRecycler;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.core.util.RecyclerPool.ThreadLocalPoolBase;

/**
 * The buffers of Jackson's parsers and generators: each platform thread reuses its own. A virtual thread gets new ones,
 * because there can be very many of them, which would keep their buffers while they wait.
 */
final class ThreadBuffers extends ThreadLocalPoolBase<BufferRecycler> {

    private static final long serialVersionUID = 1;

    @Override
    public BufferRecycler acquirePooled() {
        return Thread.currentThread().isVirtual()
                ? new BufferRecycler()
                : JsonRecyclerPools.threadLocalPool().acquirePooled();
    }
}
