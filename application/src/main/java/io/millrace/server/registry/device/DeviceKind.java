// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.EntityType;
import io.millrace.server.registry.assignable.AssignableContent;
import io.millrace.server.registry.assignable.AssignableKind;
import io.millrace.server.registry.assignable.Typing;
import io.millrace.server.registry.entity.Column;
import io.millrace.server.registry.tenantprofile.EntityLimit;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Devices as a kind of assignable entities. */
final class DeviceKind {

    /** The column with the data that only devices have. */
    static final String DATA = "device_data";

    static final AssignableKind<Device> KIND =
            new AssignableKind<>(
                    EntityType.DEVICE,
                    "name",
                    new Typing.ByProfile(EntityType.DEVICE_PROFILE),
                    EntityLimit.DEVICES,
                    List.of(AssignableContent.LABEL),
                    List.of(Column.json(DATA)),
                    Device::read,
                    Map.of(
                            "entity_view_device_fkey",
                            "The device has entity views; delete them first",
                            "device_credentials_id_key",
                            "credentialsId: another device has these credentials; choose others"));

    private DeviceKind() {}

    /** The data of a device of which only the name is known. */
    static ObjectNode defaultData() {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.putObject("configuration").put("type", "DEFAULT");
        data.putObject("transportConfiguration").put("type", "DEFAULT");
        return data;
    }
}
