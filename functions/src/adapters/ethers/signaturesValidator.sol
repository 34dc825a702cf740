// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

interface IERC1271 {
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4);
}

/// @notice Whether a contract wallet accepts a signature (ERC-1271), deployed or not yet (ERC-6492). It is never
/// deployed: its creation code is the data of an `eth_call` without a receiver, and the code that it would leave
/// behind, one byte, is the answer.
/// @dev It follows the order of ERC-6492's verifier: ask the wallet; if it has no code yet, or does not accept, make
/// the call that the wrapper carries and ask again. Unlike the ERC's reference it gives every foreign call a share of
/// gas, keeps none of what comes back but one word, and so answers 0 where that one reverts or runs out of gas.
contract SignaturesValidator {
    uint256 private constant CHECK_GAS = 2_500_000;
    uint256 private constant PREPARE_GAS = 4_000_000;

    /// @param prepareTo the wrapper's factory, or zero where the signature came without a wrapper
    constructor(address wallet, bytes32 digest, bytes memory signature, address prepareTo, bytes memory prepareData) {
        bytes memory question = abi.encodeCall(IERC1271.isValidSignature, (digest, signature));
        bool valid = _accepts(wallet, question);
        if (!valid && prepareTo != address(0)) valid = _prepared(prepareTo, prepareData) && _accepts(wallet, question);
        assembly ("memory-safe") {
            mstore8(0, valid)
            return(0, 1)
        }
    }

    /// @dev True only for code that returns exactly the word of ERC-1271's magic value, and nothing after it; an
    /// address without code returns nothing at all.
    function _accepts(address wallet, bytes memory question) private view returns (bool valid) {
        bytes32 magic = bytes32(IERC1271.isValidSignature.selector);
        uint256 checkGas = CHECK_GAS;
        assembly ("memory-safe") {
            if staticcall(checkGas, wallet, add(question, 32), mload(question), 0, 32) {
                valid := and(eq(returndatasize(), 32), eq(mload(0), magic))
            }
        }
    }

    function _prepared(address to, bytes memory data) private returns (bool done) {
        uint256 prepareGas = PREPARE_GAS;
        assembly ("memory-safe") {
            done := call(prepareGas, to, 0, add(data, 32), mload(data), 0, 0)
        }
    }
}
