// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.codec;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.millrace.message.DataType;
import io.millrace.message.EntryPoint;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.proto.CallerProto;
import io.millrace.message.proto.DataTypeProto;
import io.millrace.message.proto.EntryPointProto;
import io.millrace.message.proto.RuleMessageProto;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Encodes messages to bytes and decodes them. Every later version must be able to decode these bytes. */
public final class RuleMessageCodec {

    private RuleMessageCodec() {}

    /** Returns the bytes of a message. */
    public static byte[] encode(RuleMessage message) {
        Payload payload = message.payload();
        RuleMessageProto.Builder proto =
                RuleMessageProto.newBuilder()
                        .setIdMost(message.id().getMostSignificantBits())
                        .setIdLeast(message.id().getLeastSignificantBits())
                        .setTenantMost(message.tenant().id().getMostSignificantBits())
                        .setTenantLeast(message.tenant().id().getLeastSignificantBits())
                        .setOriginatorType(message.originator().type().name())
                        .setOriginatorMost(message.originator().id().getMostSignificantBits())
                        .setOriginatorLeast(message.originator().id().getLeastSignificantBits())
                        .setType(message.type())
                        .setDataType(DataTypeProto.valueOf(message.dataType().name()))
                        .setPayload(
                                UnsafeByteOperations.unsafeWrap(
                                        payload.buffer(), payload.offset(), payload.length()))
                        .setTs(message.ts());
        CustomerId customer = message.customer();
        if (customer != null) {
            proto.setCustomerMost(customer.id().getMostSignificantBits())
                    .setCustomerLeast(customer.id().getLeastSignificantBits());
        }
        message.metadata()
                .values()
                .forEach((key, value) -> proto.addMetadata(key).addMetadata(value));
        String queue = message.queue();
        if (queue != null) {
            proto.setQueue(queue);
        }
        EntryPoint entry = message.entry();
        if (entry != null) {
            proto.setEntry(encode(entry));
        }
        return proto.build().toByteArray();
    }

    private static EntryPointProto encode(EntryPoint entry) {
        EntryPointProto.Builder proto =
                EntryPointProto.newBuilder()
                        .setChainMost(entry.chain().id().getMostSignificantBits())
                        .setChainLeast(entry.chain().id().getLeastSignificantBits());
        RuleNodeId node = entry.node();
        if (node != null) {
            proto.setNodeMost(node.id().getMostSignificantBits())
                    .setNodeLeast(node.id().getLeastSignificantBits());
        }
        String label = entry.label();
        if (label != null) {
            proto.setLabel(label);
        }
        for (EntryPoint.Caller caller : entry.callers()) {
            proto.addCallers(
                    CallerProto.newBuilder()
                            .setChainMost(caller.chain().id().getMostSignificantBits())
                            .setChainLeast(caller.chain().id().getLeastSignificantBits())
                            .setNodeMost(caller.node().id().getMostSignificantBits())
                            .setNodeLeast(caller.node().id().getLeastSignificantBits()));
        }
        return proto.build();
    }

    /**
     * Decodes a message. Fields that this version does not know are ignored.
     *
     * @throws IllegalArgumentException if the bytes are not a message; the message says why
     */
    public static RuleMessage decode(byte[] bytes) {
        RuleMessageProto proto;
        try {
            proto = RuleMessageProto.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException(
                    "Invalid message of %d bytes: %s".formatted(bytes.length, e.getMessage()), e);
        }
        return new RuleMessage(
                new UUID(proto.getIdMost(), proto.getIdLeast()),
                new TenantId(new UUID(proto.getTenantMost(), proto.getTenantLeast())),
                new EntityId(
                        originatorType(proto.getOriginatorType()),
                        new UUID(proto.getOriginatorMost(), proto.getOriginatorLeast())),
                proto.hasCustomerMost()
                        ? new CustomerId(
                                new UUID(proto.getCustomerMost(), proto.getCustomerLeast()))
                        : null,
                proto.getType(),
                metadata(proto.getMetadataList()),
                dataType(proto),
                payload(proto.getPayload()),
                proto.getTs(),
                proto.hasQueue() ? proto.getQueue() : null,
                proto.hasEntry() ? entry(proto.getEntry()) : null);
    }

    private static EntityType originatorType(String name) {
        try {
            return EntityType.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "Invalid message: unknown originator type \"%s\"".formatted(name), e);
        }
    }

    private static DataType dataType(RuleMessageProto proto) {
        if (proto.getDataType() == DataTypeProto.UNRECOGNIZED) {
            throw new IllegalArgumentException(
                    "Invalid message: unknown data type " + proto.getDataTypeValue());
        }
        return DataType.valueOf(proto.getDataType().name());
    }

    private static Metadata metadata(List<String> keysAndValues) {
        if (keysAndValues.size() % 2 != 0) {
            throw new IllegalArgumentException(
                    "Invalid message: metadata key \"%s\" has no value"
                            .formatted(keysAndValues.getLast()));
        }
        Map<String, String> values = LinkedHashMap.newLinkedHashMap(keysAndValues.size() / 2);
        for (int i = 0; i < keysAndValues.size(); i += 2) {
            values.put(keysAndValues.get(i), keysAndValues.get(i + 1));
        }
        return Metadata.of(values);
    }

    private static Payload payload(ByteString bytes) {
        return Payload.of(bytes.toByteArray());
    }

    private static EntryPoint entry(EntryPointProto proto) {
        return new EntryPoint(
                new RuleChainId(new UUID(proto.getChainMost(), proto.getChainLeast())),
                proto.hasNodeMost()
                        ? new RuleNodeId(new UUID(proto.getNodeMost(), proto.getNodeLeast()))
                        : null,
                proto.hasLabel() ? proto.getLabel() : null,
                proto.getCallersList().stream()
                        .map(caller ->
                                new EntryPoint.Caller(
                                        new RuleChainId(
                                                new UUID(
                                                        caller.getChainMost(),
                                                        caller.getChainLeast())),
                                        new RuleNodeId(
                                                new UUID(
                                                        caller.getNodeMost(),
                                                        caller.getNodeLeast()))))
                        .toList());
    }
}
