// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.device;

import io.millrace.message.MalformedPayloadException;
import io.millrace.transport.device.DeviceRequests;
import io.millrace.transport.device.ProvisionRequest;
import io.millrace.transport.mqtt.client.Client;
import io.millrace.transport.mqtt.client.ClientLink;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.InboundPublish;
import io.millrace.transport.mqtt.client.PublishRefusal;
import io.millrace.transport.mqtt.client.PublishResult;
import io.millrace.transport.mqtt.client.SubscribeRefusal;
import io.millrace.transport.mqtt.exchange.Deliveries;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A client that asks for a device with credentials. It may do nothing else, and is disconnected after a minute. */
final class ProvisionClient implements Client {

    private static final Logger log = LoggerFactory.getLogger(ProvisionClient.class);

    private static final String REQUEST = "/provision/request";
    private static final String RESPONSE = "/provision/response";
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final DeviceRequests requests;
    private @Nullable ClientLink link;
    private @Nullable Future<?> end;

    ProvisionClient(DeviceRequests requests) {
        this.requests = requests;
    }

    /** Every such connection is a client of its own. */
    @Override
    public Object owner() {
        return this;
    }

    @Override
    public String name() {
        return "a client that asks for provisioning";
    }

    @Override
    public void opened(ClientLink newLink) {
        link = newLink;
        end = newLink.schedule(LONGEST, () -> newLink.close(CloseReason.ADMINISTRATIVE_ACTION));
    }

    @Override
    public PublishResult publish(InboundPublish publish) {
        if (!publish.topic().equals(REQUEST)) {
            return new PublishResult.Refused(
                    PublishRefusal.UNKNOWN_TOPIC,
                    "before provisioning only %s is allowed".formatted(REQUEST));
        }
        ProvisionRequest request;
        try {
            request = ProvisionRequest.of(publish.payload());
        } catch (MalformedPayloadException e) {
            return new PublishResult.Refused(
                    PublishRefusal.MALFORMED_PAYLOAD, String.valueOf(e.getMessage()));
        }
        ClientLink to = Objects.requireNonNull(link);
        return new PublishResult.Later(
                requests.provision(request, to.remote())
                        .<PublishResult>thenApply(response -> {
                            Deliveries.answer(to, RESPONSE, response.json());
                            return PublishResult.HANDLED;
                        })
                        .exceptionally(error -> {
                            log.warn("{} from {} failed", request, to.remote(), error);
                            return new PublishResult.Refused(
                                    PublishRefusal.REJECTED,
                                    "the request cannot be answered now; try again later");
                        }));
    }

    @Override
    public @Nullable SubscribeRefusal subscribe(String filter) {
        return filter.equals(RESPONSE) ? null : SubscribeRefusal.TOPIC_FILTER_INVALID;
    }

    @Override
    public void closed(CloseReason reason) {
        if (end != null) {
            end.cancel(false);
        }
    }
}
