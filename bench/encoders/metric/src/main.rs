//! SSIMULACRA2 of raw pixels. Standard input has messages: a code (1: the reference, 2: a result),
//! a width and a height as little-endian u32, then sRGB bytes, three a pixel. Standard output has
//! the score of each result as a line.
use ssimulacra2::{compute_frame_ssimulacra2, LinearRgb};
use std::io::{self, Read, Write};

fn read_u32(input: &mut impl Read) -> Option<u32> {
    let mut bytes = [0u8; 4];
    input.read_exact(&mut bytes).ok()?;
    Some(u32::from_le_bytes(bytes))
}

/// The transfer function of sRGB, IEC 61966-2-1.
fn linear(value: usize) -> f32 {
    let v = value as f64 / 255.0;
    (if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }) as f32
}

fn main() {
    let table: Vec<f32> = (0..256).map(linear).collect();
    let mut input = io::BufReader::with_capacity(1 << 20, io::stdin().lock());
    let mut output = io::stdout().lock();
    let mut reference: Option<LinearRgb> = None;
    while let Some(code) = read_u32(&mut input) {
        let width = read_u32(&mut input).expect("a width") as usize;
        let height = read_u32(&mut input).expect("a height") as usize;
        let mut bytes = vec![0u8; width * height * 3];
        input.read_exact(&mut bytes).expect("the pixels");
        let pixels = bytes.chunks_exact(3).map(|p| [0, 1, 2].map(|at| table[p[at] as usize]));
        let image = LinearRgb::new(pixels.collect(), width, height).expect("an image");
        if code == 1 {
            reference = Some(image);
            continue;
        }
        let first = reference.clone().expect("a reference");
        let score = compute_frame_ssimulacra2(first, image).expect("a score");
        writeln!(output, "{score:.4}").expect("a reader");
        output.flush().expect("a reader");
    }
}
