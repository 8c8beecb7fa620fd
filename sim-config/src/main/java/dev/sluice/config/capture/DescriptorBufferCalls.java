// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.BufferAddresses.Spot;
import dev.sluice.config.capture.Descriptors.BoundSet;
import dev.sluice.config.capture.Descriptors.Descriptor;
import dev.sluice.config.capture.Descriptors.Layout;
import java.util.List;
import java.util.Map;

/** Making descriptors for buffers, and binding such buffers (VK_EXT_descriptor_buffer). */
final class DescriptorBufferCalls {
    private final CaptureSession session;
    private final CommandCalls commands;
    private final DescriptorCalls descriptors;

    DescriptorBufferCalls(CaptureSession session, CommandCalls commands, DescriptorCalls descriptors) {
        this.session = session;
        this.commands = commands;
        this.descriptors = descriptors;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkGetDescriptorEXT", this::make);
        handlers.put(
                "vkGetDescriptorSetLayoutBindingOffsetEXT",
                args -> session.descriptorBuffers.begins(
                        descriptors.setLayout(args.handle("layout")),
                        DescriptorCalls.small(args, "binding"),
                        args.size("pOffset")));
        handlers.put("vkCmdBindDescriptorBuffersEXT", args -> {
            List<Long> bound = commands.descriptorBuffers(args);
            bound.clear();
            args.structs("pBindingInfos").forEach(info -> bound.add(info.number("address")));
        });
        handlers.put("vkCmdSetDescriptorBufferOffsetsEXT", args -> set(args, args));
        handlers.put(
                "vkCmdSetDescriptorBufferOffsets2EXT",
                args -> set(args, args.struct("pSetDescriptorBufferOffsetsInfo")));
    }

    private void make(Struct args) {
        Struct info = args.struct("pDescriptorInfo");
        String type = DescriptorCalls.type(info.text("type"));
        int size = DescriptorCalls.small(args, "dataSize");
        byte[] bytes = session.bytes.last(args.call(), size, args.raw("pDescriptor"));
        if (bytes == null) {
            session.lost(args.call(), "descriptors whose bytes are not in the capture are not found in buffers");
            return;
        }
        session.descriptorBuffers.made(
                info.has("data") ? descriptor(type, info.struct("data")) : new Descriptor(type, null, 0, 0), bytes);
    }

    private Descriptor descriptor(String type, Struct data) {
        String key = "p"
                + switch (type) {
                    case "COMBINED_IMAGE_SAMPLER" -> "CombinedImageSampler";
                    case "SAMPLED_IMAGE" -> "SampledImage";
                    case "STORAGE_IMAGE" -> "StorageImage";
                    case "INPUT_ATTACHMENT" -> "InputAttachmentImage";
                    case "UNIFORM_TEXEL_BUFFER" -> "UniformTexelBuffer";
                    case "STORAGE_TEXEL_BUFFER" -> "StorageTexelBuffer";
                    case "UNIFORM_BUFFER" -> "UniformBuffer";
                    case "STORAGE_BUFFER" -> "StorageBuffer";
                    default -> "";
                };
        if (DescriptorCalls.isAccelerationStructure(type)) {
            long address = data.number("accelerationStructure", 0);
            AccelerationStructure known = session.structures.at(address);
            return known != null
                    ? Descriptor.of(type, known)
                    : address == 0 ? new Descriptor(type, null, 0, 0) : Descriptor.lost(type);
        }
        // samplers reach nothing
        if (!data.raw(key).isObject()) {
            return new Descriptor(type, null, 0, 0);
        }
        Struct of = data.struct(key);
        if (DescriptorCalls.isImage(type)) {
            String layout = of.text("imageLayout");
            return descriptors.image(
                    type, of.handle("imageView"), layout.isEmpty() ? "" : session.layout(layout), of.handle("sampler"));
        }
        long address = of.number("address");
        Spot spot = session.addresses.find(address);
        return spot != null
                ? new Descriptor(type, spot.buffer(), spot.offset(), of.number("range"))
                : address == 0 ? new Descriptor(type, null, 0, 0) : Descriptor.lost(type);
    }

    private void set(Struct args, Struct info) {
        List<Long> bound = commands.descriptorBuffers(args);
        List<Long> indices = info.numbers("pBufferIndices");
        List<Long> from = info.numbers("pOffsets");
        int number = DescriptorCalls.small(info, "firstSet");
        for (int i = 0; i < Math.min(indices.size(), from.size()); i++) {
            long index = indices.get(i);
            if (index < 0 || index >= bound.size()) {
                throw info.error("pBufferIndices", "names a descriptor buffer that is not bound: " + index);
            }
            Layout layout = descriptors.layout(info.handle("layout"), number + i);
            commands.bind(args, info, number + i, BoundSet.inMemory(layout, bound.get((int) index) + from.get(i)));
        }
    }
}
