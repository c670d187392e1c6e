// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import io.millrace.transport.device.AttributeRequest;
import io.millrace.transport.device.AttributeValues;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.ClaimRequest;
import io.millrace.transport.device.DeviceRequests;
import io.millrace.transport.device.ProvisionRequest;
import io.millrace.transport.device.ProvisionResponse;
import io.millrace.transport.device.RefusedRequestException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/** Waits for the answers to the requests of devices. Blocks the caller's thread, which is a virtual one. */
final class TransportRequests {

    private static final Logger log = LoggerFactory.getLogger(TransportRequests.class);

    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    private final DeviceRequests requests;

    TransportRequests(DeviceRequests requests) {
        this.requests = requests;
    }

    /** Returns the attributes as JSON. */
    byte[] attributes(AuthenticatedDevice device, AttributeRequest request)
            throws InterruptedException {
        AttributeValues values = await(requests.attributes(device, request));
        return values == null ? new byte[0] : values.json();
    }

    void claim(AuthenticatedDevice device, ClaimRequest request) throws InterruptedException {
        await(requests.claim(device, request));
    }

    /** Returns the answer as JSON, also if the request is refused. */
    byte[] provision(ProvisionRequest request, SocketAddress client) throws InterruptedException {
        ProvisionResponse answer = await(requests.provision(request, client));
        return answer == null ? new byte[0] : answer.json();
    }

    private static <T> @Nullable T await(CompletionStage<T> answer) throws InterruptedException {
        try {
            return answer.toCompletableFuture()
                    .get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw DeviceApiException.unavailable(
                    "The request cannot be answered in time; try again later");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RefusedRequestException refused) {
                throw new DeviceApiException(
                        HttpStatus.BAD_REQUEST, String.valueOf(refused.getMessage()), null);
            }
            log.warn("Cannot answer the request of a device; answered 503", e.getCause());
            throw DeviceApiException.unavailable(
                    "The request cannot be answered now; try again later");
        }
    }
}
