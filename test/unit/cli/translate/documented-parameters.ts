const LISTS = {
  imgix: `
    ar auto bg bg-remove bg-remove-fallback bg-remove-fg-type bg-remove-semi-transparency
    bg-remove-transparency-threshold bg-replace bg-replace-fallback bg-replace-neg-prompt blend
    blend-align blend-alpha blend-color blend-crop blend-fit blend-h blend-mode blend-pad blend-size
    blend-w blend-x blend-y blur border border-bottom border-left border-radius border-radius-inner
    border-right border-stroke-color border-stroke-size border-top bri ch chromasub colorquant
    colors con corner-radius crop cs dl dpi dpr duotone duotone-alpha exp expires face-blur
    face-pixel faceindex facepad faces fill fill-color fill-gen-fallback fill-gen-neg-prompt
    fill-gen-pos fill-gen-prompt fill-gen-seed fill-gradient-cs fill-gradient-linear
    fill-gradient-linear-direction fill-gradient-radial fill-gradient-radial-radius
    fill-gradient-radial-x fill-gradient-radial-y fill-gradient-type fit flip fm fp-debug fp-x fp-y
    fp-z fps frame gam grid-colors grid-size h hdr high htn hue interval invert iptc ixid ixlib
    jpg-progressive loop lossless lp-blur mark mark-align mark-alpha mark-base mark-fit mark-h
    mark-if-min-height mark-if-min-width mark-pad mark-rot mark-scale mark-tile mark-w mark-x mark-y
    mask mask-bg max-h max-w min-h min-w monochrome nr nrs object-removal-negative-prompt
    object-removal-prompt object-removal-rect object-removal-seed orient pad pad-bottom pad-left
    pad-right pad-top page palette pdf-annotation prefix px q rasterize-bypass rect reverse rot
    rot-type s sat sepia shad sharp skip svg-sanitize transparency trim trim-alpha trim-color
    trim-md trim-pad trim-sd trim-tol txt txt-align txt-clip txt-color txt-fit txt-font txt-lead
    txt-line txt-line-color txt-pad txt-shad txt-size txt-track txt-width txt-x txt-y upscale
    upscale-fallback usm usmrad vib video-bitrate video-clip-end video-clip-start video-codec
    video-thumbnail w`,
  imgproxy: `
    adjust auto_rotate autoquality avif_options background background_alpha blur blur_areas
    blur_detections brightness cachebuster color_profile colorize contrast crop crop_aspect_ratio
    crop_objects disable_animation dpi dpr draw_detections duotone enforce_thumbnail enlarge expires
    extend extend_aspect_ratio fallback_image_url filename flip format format_quality gradient
    gravity hashsum height jpeg_options jxl_options keep_copyright max_animation_frame_resolution
    max_animation_frames max_bytes max_result_dimension max_src_file_size max_src_resolution
    min-height min-width monochrome objects_position padding page pages pixelate png_options
    preserve_hdr preset quality raw resize resizing_algorithm resizing_type return_attachment rotate saturation
    sharpen size skip_processing strip_color_profile strip_metadata style trim unsharp_masking
    video_thumbnail_animation video_thumbnail_keyframes video_thumbnail_second video_thumbnail_tile
    watermark watermark_rotate watermark_shadow watermark_size watermark_text watermark_url
    webp_options width zoom`,
  ditEdits: `
    affine animated avif bandbool blur boolean clahe contentModeration convolve crop ensureAlpha
    extend extract extractChannel flatten flip flop gamma gif grayscale greyscale heif joinChannel
    jpeg linear median modulate negate normalise normalize overlayWith pipelineColorspace
    pipelineColourspace png quality recomb removeAlpha resize rotate roundCrop sharpen smartCrop
    stripExif stripIcc threshold tiff tint toColorspace toColourspace toFormat trim unflatten
    watermark webp`,
  ditResize: `
    background fastShrinkOnLoad fit gravity height kernel position ratio strategy width
    withoutEnlargement withoutReduction`,
  ditQuery: `
    animated blur convolve expires extract fit flatten flip flop format grayscale greyscale height
    normalize policy quality resize rotate sharpen signature smartCrop stripExif stripIcc tint
    watermark width`,
  ditFilters: `
    animated autojpg background_color blur convolution equalize fill format grayscale no_upscale
    proportion quality rgb rotate sharpen smart_crop stretch strip_exif strip_icc upscale watermark`,
  cloudinary: `
    a ac af ar b bl bo br c co cs d dl dn dpr du e eo f fl fn fps g h if ki l o p pg q r so sp t u
    vc vs w x y z $`,
  thumborParts: `
    adaptive crop debug fit-in full halign meta size smart trim valign`,
  thumborFilters: `
    autojpg background_color blur brightness colorize contrast convolution cover curve
    distributed_collage drop_shadow equalize extract_focal fill focal format frame gifv grayscale
    max_age max_bytes no_upscale noise proportion quality red_eye responsive rgb rotate round_corner
    saturation sharpen srgb stretch strip_exif strip_icc text upscale watermark`,
  imagekit: `
    ac ar b bg c cm cp di dpr du e eo f fl fo h if l lo md n o orig pg pr q r rt so sr t vc w x xc y
    yc z bl`,
  imagekitQuery: `ik-attachment ik-obj-version ik-s ik-sdk-version ik-t updatedAt`,
  cloudflare: `
    anim background blur border brightness compression contrast dpr fit flip format gamma gravity
    height metadata onerror quality rotate saturation segment sharpen slow-connection-quality trim
    trim.bottom trim.height trim.left trim.right trim.top trim.width width zoom`,
  uploadcare: `
    autorotate blur blur_faces blur_region border_radius brightness contrast crop crop_objects
    detect_faces enhance exposure filter flip font format gamma gif2video grayscale inline invert
    json jsonp main_colors max_icc_size mirror overlay preview progressive quality rasterize rect
    remove_bg resize rotate saturation scale_crop setfill sharp smart_resize srgb stretch strip_meta
    text text_align text_box vibrance video warmth zoom_objects`,
  supabase: `download format height quality resize token width`,
  next: `dpl q url w`,
} as const;

/** The parameters that a service documents, in order: each has a rule. */
export function documentedParameters(...lists: readonly (keyof typeof LISTS)[]): string[] {
  return lists.flatMap((list) => LISTS[list].trim().split(/\s+/)).sort();
}
