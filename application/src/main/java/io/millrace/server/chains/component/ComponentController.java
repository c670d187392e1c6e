// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.component;

import io.millrace.rule.node.NodeGroup;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.Roles;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The REST endpoints for node types. */
@RestController
@Tag(name = "component-descriptor")
class ComponentController {

    private final ComponentDescriptors descriptors;

    ComponentController(ComponentDescriptors descriptors) {
        this.descriptors = descriptors;
    }

    @GetMapping("/api/components")
    @Operation(
            operationId = "getComponentDescriptorsByTypes",
            summary = "List node types with the schemas of their configurations",
            description = "Without componentTypes, lists the node types of all groups.")
    @Roles.Administrator
    List<ComponentDescriptor> list(
            @RequestParam(required = false) @Nullable Set<NodeGroup> componentTypes) {
        return descriptors.of(
                componentTypes == null ? EnumSet.allOf(NodeGroup.class) : componentTypes);
    }

    @GetMapping("/api/components/{componentType}")
    @Operation(
            operationId = "getComponentDescriptorsByType",
            summary = "List the node types of a group")
    @Roles.Administrator
    List<ComponentDescriptor> listGroup(@PathVariable NodeGroup componentType) {
        return descriptors.of(Set.of(componentType));
    }

    @GetMapping("/api/component/{clazz}")
    @Operation(
            operationId = "getComponentDescriptorByClazz",
            summary = "Get a node type, by ThingsBoard's class name or by Millrace's id")
    @Roles.Administrator
    ComponentDescriptor get(@PathVariable String clazz) {
        return descriptors
                .find(clazz)
                .orElseThrow(() -> ApiException.notFound("Unknown node type " + clazz));
    }
}
