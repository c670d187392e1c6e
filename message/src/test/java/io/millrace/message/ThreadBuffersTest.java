// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.core.util.BufferRecycler;

class ThreadBuffersTest {

    private final ThreadBuffers buffers = new ThreadBuffers();

    private List<BufferRecycler> takeTwice(Thread.Builder threads) throws Exception {
        FutureTask<List<BufferRecycler>> taken =
                new FutureTask<>(() -> List.of(buffers.acquirePooled(), buffers.acquirePooled()));
        threads.start(taken);
        return taken.get(20, TimeUnit.SECONDS);
    }

    @Test
    void aPlatformThreadReusesItsBuffers() throws Exception {
        List<BufferRecycler> one = takeTwice(Thread.ofPlatform());
        List<BufferRecycler> other = takeTwice(Thread.ofPlatform());

        assertThat(one.getFirst()).isSameAs(one.getLast());
        assertThat(other.getFirst()).isSameAs(other.getLast()).isNotSameAs(one.getFirst());
    }

    @Test
    void aVirtualThreadKeepsNoBuffers() throws Exception {
        List<BufferRecycler> taken = takeTwice(Thread.ofVirtual());

        assertThat(taken.getFirst()).isNotSameAs(taken.getLast());
    }
}
