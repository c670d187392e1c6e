// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.exchange;

import io.millrace.message.MalformedPayloadException;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceEvents;
import io.millrace.transport.device.DeviceEvents.Detail;
import io.millrace.transport.device.DeviceEvents.Event;
import io.millrace.transport.device.RefusedRequestException;
import io.millrace.transport.mqtt.client.PublishRefusal;
import io.millrace.transport.mqtt.client.PublishResult;
import java.util.concurrent.CompletionException;

/** Refuses messages of one connection, and reports each as an event of its device. */
public final class Refusals {

    private final DeviceEvents events;
    private final String connection;

    /** @param connection description of the connection for events */
    public Refusals(DeviceEvents events, String connection) {
        this.events = events;
        this.connection = connection;
    }

    /** Refuses a message on a topic. */
    public PublishResult publish(
            AuthenticatedDevice device, String topic, PublishRefusal reason, String detail) {
        return refused(device, Event.PUBLISH_REFUSED, topic, reason, detail);
    }

    /** Refuses a message whose payload is not what its topic requires. */
    public PublishResult malformed(
            AuthenticatedDevice device, String topic, MalformedPayloadException error) {
        String detail = String.valueOf(error.getMessage());
        events.happened(device, Event.PUBLISH_REFUSED, connection, new Detail(topic, detail));
        return new PublishResult.Refused(
                PublishRefusal.MALFORMED_PAYLOAD,
                detail,
                device.options().sendAckOnValidationException());
    }

    /** Refuses a request because of the error with which its answer failed. */
    public PublishResult request(AuthenticatedDevice device, String topic, Throwable error) {
        Throwable cause =
                error instanceof CompletionException && error.getCause() != null
                        ? error.getCause()
                        : error;
        String detail =
                cause instanceof RefusedRequestException
                        ? String.valueOf(cause.getMessage())
                        : "the request cannot be answered now; try again later";
        return refused(device, Event.REQUEST_REFUSED, topic, PublishRefusal.REJECTED, detail);
    }

    private PublishResult refused(
            AuthenticatedDevice device,
            Event event,
            String topic,
            PublishRefusal reason,
            String detail) {
        events.happened(device, event, connection, new Detail(topic, detail));
        return new PublishResult.Refused(reason, detail);
    }

    /** Reports a message that is acknowledged although nothing waits for it any more. */
    public void unused(AuthenticatedDevice device, String topic, String detail) {
        events.happened(device, Event.PUBLISH_REFUSED, connection, new Detail(topic, detail));
    }

    /** Reports a refused subscription. */
    public void subscription(AuthenticatedDevice device, String filter, String detail) {
        events.happened(device, Event.SUBSCRIBE_REFUSED, connection, new Detail(filter, detail));
    }
}
