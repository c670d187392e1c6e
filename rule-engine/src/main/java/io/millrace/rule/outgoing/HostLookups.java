// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.outgoing;

import io.millrace.message.id.TenantId;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Resolves host names. The JDK's lookup pins the carrier thread of a virtual thread until the answer arrives, so
 * lookups run on a pool of platform threads and a virtual caller waits without pinning. Each tenant may use only part
 * of the pool, so slow names of one tenant do not delay others. Safe for use by many threads.
 */
public final class HostLookups implements AutoCloseable {

    private static final int THREADS = 64;
    private static final int EACH_TENANT = 8;
    private static final long IDLE_SECONDS = 30;

    private final Names names;
    private final ExecutorService threads;
    private final ConcurrentMap<TenantId, Turn> turns = new ConcurrentHashMap<>();

    /** Resolves names to addresses. */
    @FunctionalInterface
    public interface Names {

        /** The resolver of the operating system. */
        Names SYSTEM = InetAddress::getAllByName;

        /**
         * Returns the addresses of a host, at least one. May block.
         *
         * @throws UnknownHostException if it has none
         */
        InetAddress[] addressesOf(String host) throws UnknownHostException;
    }

    /** The lookups that a tenant may run at once. It exists while a lookup of the tenant runs or waits. */
    private static final class Turn {

        final Semaphore places = new Semaphore(EACH_TENANT, true);
        int users;
    }

    public HostLookups(Names names) {
        this.names = names;
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(
                        THREADS,
                        THREADS,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        Thread.ofPlatform().daemon().name("host-lookup-", 0).factory());
        pool.allowCoreThreadTimeOut(true);
        this.threads = pool;
    }

    /**
     * Returns the addresses of a host, in the order in which to try them. Waits for the answer.
     *
     * @throws UnknownHostException if there are none
     * @throws InterruptedIOException if the thread is interrupted, or the lookups are closed
     */
    List<InetAddress> addressesOf(TenantId tenant, String host) throws IOException {
        Turn turn =
                turns.compute(
                        tenant,
                        (_, known) -> {
                            Turn mine = known == null ? new Turn() : known;
                            mine.users++;
                            return mine;
                        });
        try {
            turn.places.acquire();
            try {
                return List.of(answer(host));
            } finally {
                turn.places.release();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while looking up " + host);
        } finally {
            turns.compute(tenant, (_, known) -> --turn.users == 0 ? null : known);
        }
    }

    private InetAddress[] answer(String host) throws IOException, InterruptedException {
        Future<InetAddress[]> answer = threads.submit(() -> names.addressesOf(host));
        try {
            return answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownHostException) {
                UnknownHostException unknown =
                        new UnknownHostException("the host %s is not known".formatted(host));
                unknown.initCause(e.getCause());
                throw unknown;
            }
            throw new IOException("the host %s could not be looked up".formatted(host), e);
        } catch (CancellationException e) {
            throw new InterruptedIOException("host lookups are closed");
        } finally {
            answer.cancel(false);
        }
    }

    /** Cancels the waiting lookups. */
    @Override
    public void close() {
        threads.shutdownNow().forEach(waiting -> ((Future<?>) waiting).cancel(false));
    }
}
